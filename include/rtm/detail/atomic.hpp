// SPDX-License-Identifier: MIT
// How a reader on another core may look at words that the owning core keeps writing: single words, never torn, with
// an order where one is needed. Compiler builtins, because freestanding toolchains do not all have <atomic>.
// On every supported target the relaxed forms are plain loads and stores.
#pragma once

#include <stdint.h>

namespace rtm::detail {

template <class T>
inline void store(T& where, T value) {
  __atomic_store(&where, &value, __ATOMIC_RELAXED);
}

/// Everything stored before becomes visible no later than `value`.
template <class T>
inline void store_release(T& where, T value) {
  __atomic_store(&where, &value, __ATOMIC_RELEASE);
}

template <class T>
inline T load(const T& where) {
  T value;
  __atomic_load(&where, &value, __ATOMIC_RELAXED);
  return value;
}

/// Nothing loaded after is older than what `where` showed.
template <class T>
inline T load_acquire(const T& where) {
  T value;
  __atomic_load(&where, &value, __ATOMIC_ACQUIRE);
  return value;
}

/// Stores before the fence become visible before stores after it.
inline void fence_release() { __atomic_thread_fence(__ATOMIC_RELEASE); }

/// Loads before the fence are done before loads after it.
inline void fence_acquire() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }

}  // namespace rtm::detail
