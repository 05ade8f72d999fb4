/* SPDX-License-Identifier: MIT
 * The common vector of irq.hpp. Compile it into an image that uses it. */
#include "vector_table.S"

  vector_table rtm_aarch64_vectors, rtm_aarch64_irq, rtm_aarch64_exception
