# SPDX-License-Identifier: MIT
# The few commands of this project. CMakePresets.json has the builds behind them.
.PHONY: help demo test bench format lint fuzz nightly clean
.DEFAULT_GOAL := help

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## Run the firmware in QEMU and show who owned every tick; installs what it needs
	@scripts/setup demo
	@scripts/demo

test: ## Build and test everything, on the host and in QEMU; installs what it needs
	@scripts/setup test
	@scripts/test

bench: ## Print instructions per fact, sizes, and facts per second
	@scripts/setup test
	@scripts/bench

format: ## Lay out the code with clang-format
	@scripts/setup dev
	@scripts/format

lint: ## Check layout, clang-tidy and cppcheck
	@scripts/setup dev
	@scripts/lint

fuzz: ## Fuzz the readers, 60 s each (RTM_FUZZ_SECONDS=n for another time)
	@scripts/setup fuzz
	@scripts/fuzz

nightly: ## The long tests: tens of millions of random facts
	@scripts/setup test
	@scripts/nightly

clean: ## Delete build/
	@rm -rf build
