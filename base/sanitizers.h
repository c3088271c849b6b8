/* SPDX-License-Identifier: MIT */
/* Is this a build with the address sanitizer? gcc and clang say so in ways of their own. */
#ifndef TAUFLOW_SANITIZERS_H
#define TAUFLOW_SANITIZERS_H

#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#ifndef ADDRESS_SANITIZER
#define ADDRESS_SANITIZER 0
#endif

#endif
