/* SPDX-License-Identifier: MIT */
/* Numbers that look random and are the same on every computer (splitmix64). */
#ifndef TAUFLOW_RANDOM_H
#define TAUFLOW_RANDOM_H

#include <stdint.h>

/* 64 bits; the state goes on. */
static inline uint64_t random_bits(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif
