/* SPDX-License-Identifier: MIT
 * A note driver of NuttX that tells a ledger. RTM_NUTTX_HOOKS(object), in hooks.hpp, defines it. NuttX calls every
 * registered driver, so other tracers need not know of it.
 */
#ifndef RTM_PORTS_OS_NUTTX_HOOKS_H
#define RTM_PORTS_OS_NUTTX_HOOKS_H

#ifdef __cplusplus
extern "C" {
#endif

/** Registers the driver: once, where the board is brought up, before or after the ledger is started.
 *  @return what note_driver_register answers: 0, or a negative errno if there is no room for another driver
 *          (CONFIG_DRIVERS_NOTE_MAX) */
int rtm_nuttx_register(void);

#ifdef __cplusplus
}
#endif

#endif
