/* SPDX-License-Identifier: MIT
 * What the C99 half of the test of rtm_load.h offers to the GoogleTest half.
 */
#ifndef RTM_TESTS_LOAD_C_API_H
#define RTM_TESTS_LOAD_C_API_H

#include "rtm/rtm_load.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each returns 0, or the line of the first check that failed. */
int c_api_tells_30_percent(void);
int c_api_refuses_null(void);
int c_api_refuses_a_load_of_another_size(void);
int c_api_checks_contexts(int checked);
int c_api_says_when_a_method_is_none(void);
int c_api_defaults_are_those_of_ti(void);
int c_api_hands_out_the_coverage_and_the_summary(void);
int ti_names_give_what_ti_gives(void);
int ti_names_without_a_number_give_none(void);
int ti_names_refuse_a_window_of_more_than_32_bits(void);

#ifdef __cplusplus
}
#endif

#endif
