/* SPDX-License-Identifier: MIT */
#include "mapped.h"

#include "device_owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

tauflow_status mapped_open(mapped *m, report *r)
{
    m->file = open(m->name, O_RDWR | O_SYNC | O_CLOEXEC);
    if (m->file >= 0)
        return TAUFLOW_OK;
    if (errno == EBUSY)
        return device_is_busy(m->name, r);
    return report_fail(r, TAUFLOW_NOT_FOUND, "cannot open %s: %s", m->name, strerror(errno));
}

tauflow_status mapped_map(mapped *m, size_t bytes, report *r)
{
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (at == MAP_FAILED)
        return report_fail(r, TAUFLOW_IO, "cannot map %zu bytes of %s: %s", bytes, m->name,
                           strerror(errno));
    m->words = at;
    m->bytes = bytes;
    return TAUFLOW_OK;
}

void mapped_close(mapped *m)
{
    if (m->words)
        munmap((void *)(uintptr_t)m->words, m->bytes);
    if (m->file >= 0)
        close(m->file);
    m->words = NULL;
    m->file = -1;
}

uint32_t mapped_read(const mapped *m, uint32_t offset)
{
    return m->words[offset / 4];
}

void mapped_write(const mapped *m, uint32_t offset, uint32_t data)
{
    m->words[offset / 4] = data;
}

/* C's fences order the processor's view; a device wants the barrier of the whole system on Arm. */
void mapped_barrier(void)
{
    atomic_thread_fence(memory_order_seq_cst);
#if defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("dsb sy" ::: "memory");
#endif
}
