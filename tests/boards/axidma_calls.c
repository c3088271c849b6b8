/* SPDX-License-Identifier: MIT */
/* The calls that the library's axidma transport makes on its files, led to the simulated board
 * (sim/axidma_board.cpp) by the linker (--wrap): `axidma:board,phys=0x70000000,size=65536`. */
#include "axidma_calls.h"

#include "mapped.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int __real_open(const char *path, int flags, ...);
int __real_poll_until(struct pollfd *ask, nfds_t count, uint64_t until_ns);
ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __real_write(int file, const void *bytes, size_t size);
int __wrap_open(const char *path, int flags, ...);
int __wrap_poll_until(struct pollfd *ask, nfds_t count, uint64_t until_ns);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
uint32_t __wrap_mapped_read(const mapped *m, uint32_t offset);
void __wrap_mapped_write(const mapped *m, uint32_t offset, uint32_t data);

/* The wrapped calls have no argument to carry it. */
static struct {
    axidma_board *b;
    unsigned char *memory;
    int memory_file, dma_file;
    bool no_interrupt;
    char made;
} the;

static int own_file(void)
{
    char name[] = "/tmp/tauflow-axidma-XXXXXX";
    const int file = mkstemp(name);
    unlink(name);
    return file >= 0 && ftruncate(file, AXIDMA_BYTES) == 0 ? file : -1;
}

/* Rules that were broken are no success, also of programs that do not ask. */
static void tell_broken(void)
{
    if (!the.b || !*axidma_broken(the.b))
        return;
    printf("not ok - the board's rules: %s\n", axidma_broken(the.b));
    fflush(NULL);
    _exit(1);
}

axidma_board *axidma_calls(unsigned seed, bool interrupt)
{
    if (!the.made) {
        the.made = 1;
        atexit(tell_broken);
        the.memory_file = own_file();
        the.memory = mmap(NULL, AXIDMA_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, the.memory_file,
                          0);
    }
    if (the.b)
        axidma_free(the.b);
    the.no_interrupt = !interrupt;
    the.dma_file = -1;
    the.b = axidma_make(seed, the.memory, AXIDMA_BYTES, AXIDMA_PHYSICAL);
    return the.b;
}

int __wrap_open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if (strncmp(path, "board_", 6) == 0 && !the.b)
        axidma_calls(1, true);
    if (strcmp(path, "board_buffer") == 0)
        return dup(the.memory_file);
    if (strcmp(path, "board_core") == 0)
        return own_file();
    if (strcmp(path, "board_dma") == 0)
        return the.dma_file = own_file();
    return __real_open(path, flags, mode);
}

/* The file of the DMA: reads tell interrupts, writes enable them. */
int __wrap_poll_until(struct pollfd *ask, nfds_t count, uint64_t until_ns)
{
    return count == 1 && ask->fd == the.dma_file ? axidma_wait(the.b)
                                                 : __real_poll_until(ask, count, until_ns);
}
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    return file == the.dma_file ? (ssize_t)size : __real_read(file, bytes, size);
}
ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (file == the.dma_file)
        return the.no_interrupt ? -1 : (ssize_t)size;
    return __real_write(file, bytes, size);
}

static bool is_core(const mapped *m)
{
    return strcmp(m->name, "board_core") == 0;
}

uint32_t __wrap_mapped_read(const mapped *m, uint32_t offset)
{
    return is_core(m) ? axidma_core_read(the.b, offset) : axidma_dma_read(the.b, offset);
}

void __wrap_mapped_write(const mapped *m, uint32_t offset, uint32_t data)
{
    if (is_core(m))
        axidma_core_write(the.b, offset, data);
    else
        axidma_dma_write(the.b, offset, data);
}
