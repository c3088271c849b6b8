
/* --- ranks ------------------------------------------------------------------------------------
 * The same for every robot. What stands above: RANKS, INPUTS, OUTPUTS, TRANSFERS, EXCHANGED, KEPT,
 * real, MPI_REAL_TYPE, TRANSFER, run_task, write_results, sequential, OPEN, WORDS, SERVE, CLOSE,
 * WHO.
 *
 * All words that ranks exchange stand in one array: inputs and a command first, then transfer by
 * transfer. Inside one node it is a window of shared memory, and a flag per transfer tells which
 * evaluation its words are of; a sender writes words, then the flag, a receiver waits for the flag
 * and reads in place. Words of an evaluation are overwritten only in the next one, which rank 0
 * begins when it has all results: these depend on every word that was read. Between nodes, or when
 * asked for, every rank has an array of its own and persistent requests send and receive its
 * parts. */
typedef struct {
    _Alignas(64) _Atomic uint64_t evaluation;
} flag;

enum { INPUT_FLAG = TRANSFERS, STOP = 0, EVALUATE = 1 };

static struct {
    MPI_Comm comm;
    int rank, by_messages;
    double timeout_s;
    MPI_Win window;
    flag *flags;
    real *words;
    uint64_t evaluation;
    real kept[KEPT];
    MPI_Request sends[TRANSFERS + RANKS], receives[TRANSFERS + 1];
    int sends_count, inputs_first; /* requests of inputs, of rank 0, are the last */
    int send_of[TRANSFERS + 1], receive_of[TRANSFERS + 1];
    int receives_count;
} all = {.window = MPI_WIN_NULL};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of somebody who waits, with the number of the rank that he waits for: one line, and the end of
 * all ranks. */
static void give_up(MPI_Comm comm, int rank, double timeout_s, int from)
{
    fprintf(stderr, "%s: rank %d waited %g s for words of rank %d, which is gone or hangs: all "
                    "ranks end\n", WHO, rank, timeout_s, from);
    fflush(stderr);
    MPI_Abort(comm, 3);
    abort();
}

/* Called again and again while nothing comes: lets others run, looks at the clock at times. False
 * after the timeout. */
typedef struct {
    uint32_t turns;
    double began_s;
} patience;

static int is_patient(patience *p, double timeout_s)
{
    enum { SPINS = 1000, LOOKS = 1000 };
    p->turns++;
    if (p->turns < SPINS) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
        return 1;
    }
    sched_yield();
    if (p->turns % LOOKS != 0 || timeout_s <= 0)
        return 1;
    const double now = now_s();
    if (p->began_s == 0)
        p->began_s = now;
    return now - p->began_s <= timeout_s;
}

static void be_patient(patience *p, int transfer)
{
    if (!is_patient(p, all.timeout_s))
        give_up(all.comm, all.rank, all.timeout_s,
                transfer == INPUT_FLAG ? 0 : TRANSFER[transfer].from);
}

static void wait_for(MPI_Request *request, int transfer)
{
    patience p = {0};
    int done = 0;
    for (MPI_Test(request, &done, MPI_STATUS_IGNORE); !done;
         MPI_Test(request, &done, MPI_STATUS_IGNORE))
        be_patient(&p, transfer);
}

static void transfer_receive(int transfer)
{
    if (all.by_messages) {
        wait_for(&all.receives[all.receive_of[transfer]], transfer);
        return;
    }
    patience p = {0};
    while (atomic_load_explicit(&all.flags[transfer].evaluation, memory_order_acquire) !=
           all.evaluation)
        be_patient(&p, transfer);
}

static void transfer_send(int transfer)
{
    if (all.by_messages)
        MPI_Start(&all.sends[all.send_of[transfer]]);
    else
        atomic_store_explicit(&all.flags[transfer].evaluation, all.evaluation,
                              memory_order_release);
}

/* --- requests --------------------------------------------------------------------------------- */

static void make_requests(void)
{
    all.sends_count = all.receives_count = 0;
    for (int t = 0; t < TRANSFERS; t++) {
        real *words = all.words + TRANSFER[t].first;
        if (TRANSFER[t].from == all.rank) {
            all.send_of[t] = all.sends_count;
            MPI_Send_init(words, TRANSFER[t].count, MPI_REAL_TYPE, TRANSFER[t].to, t, all.comm,
                          &all.sends[all.sends_count++]);
        }
        if (TRANSFER[t].to == all.rank) {
            all.receive_of[t] = all.receives_count;
            MPI_Recv_init(words, TRANSFER[t].count, MPI_REAL_TYPE, TRANSFER[t].from, t, all.comm,
                          &all.receives[all.receives_count++]);
        }
    }
    all.inputs_first = all.sends_count;
    for (int rank = 1; rank < RANKS && all.rank == 0; rank++)
        MPI_Send_init(all.words, INPUTS + 1, MPI_REAL_TYPE, rank, TRANSFERS, all.comm,
                      &all.sends[all.sends_count++]);
    all.receive_of[INPUT_FLAG] = all.receives_count;
    if (all.rank != 0)
        MPI_Recv_init(all.words, INPUTS + 1, MPI_REAL_TYPE, 0, TRANSFERS, all.comm,
                      &all.receives[all.receives_count++]);
}

/* Receives of transfers are posted before anybody can send; that of the next inputs, too. */
static void post_receives(void)
{
    for (int i = 0; i < all.receive_of[INPUT_FLAG]; i++)
        MPI_Start(&all.receives[i]);
}

static void finish_sends(int count)
{
    for (int i = 0; i < count; i++)
        wait_for(&all.sends[i], INPUT_FLAG);
}

/* --- opening and closing ---------------------------------------------------------------------- */

static int open_window(void)
{
    MPI_Comm node;
    int ranks, unit;
    MPI_Aint bytes;
    void *base = NULL;
    const size_t flags = (TRANSFERS + 1) * sizeof(flag), words = EXCHANGED * sizeof(real);
    MPI_Comm_split_type(all.comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &ranks);
    if (ranks == RANKS) {
        MPI_Win_allocate_shared(all.rank == 0 ? (MPI_Aint)(flags + words + 128) : 0, 1,
                                MPI_INFO_NULL, node, &base, &all.window);
        MPI_Win_shared_query(all.window, 0, &bytes, &unit, &base);
        base = (char *)base + (64 - (uintptr_t)base % 64) % 64;
        all.flags = base;
        all.words = (real *)((char *)base + flags);
        if (all.rank == 0)
            memset(base, 0, flags + words);
        MPI_Barrier(node);
    }
    MPI_Comm_free(&node);
    return ranks == RANKS;
}

int OPEN(MPI_Comm comm, int by_messages, double timeout_s)
{
    int ranks;
    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &all.rank);
    if (ranks != RANKS) {
        if (all.rank == 0)
            fprintf(stderr, "%s: %d ranks, where it was made for %d\n", WHO, ranks, RANKS);
        return 1;
    }
    MPI_Comm_dup(comm, &all.comm);
    all.timeout_s = timeout_s;
    all.evaluation = 0;
    all.by_messages = by_messages || !open_window();
    if (!all.by_messages)
        return 0;
    all.words = calloc(EXCHANGED, sizeof(real));
    if (!all.words)
        return 1;
    make_requests();
    return 0;
}

static void send_inputs(const real *in, int command)
{
    if (in)
        memcpy(all.words, in, INPUTS * sizeof(real));
    all.words[INPUTS] = (real)command;
    if (!all.by_messages) {
        atomic_store_explicit(&all.flags[INPUT_FLAG].evaluation, all.evaluation,
                              memory_order_release);
        return;
    }
    for (int i = all.inputs_first; i < all.sends_count; i++)
        MPI_Start(&all.sends[i]);
}

void WORDS(const real *in, real *out)
{
    all.evaluation++;
    if (all.by_messages)
        post_receives();
    send_inputs(in, EVALUATE);
    run_task(0, all.words, all.kept);
    if (all.by_messages)
        finish_sends(all.sends_count);
    write_results(all.words, all.kept, out);
}

static void release(void)
{
    if (all.by_messages) {
        for (int i = 0; i < all.sends_count; i++)
            MPI_Request_free(&all.sends[i]);
        for (int i = 0; i < all.receives_count; i++)
            MPI_Request_free(&all.receives[i]);
        free(all.words);
    } else {
        MPI_Win_free(&all.window);
    }
    MPI_Comm_free(&all.comm);
}

void SERVE(void)
{
    for (;;) {
        all.evaluation++;
        if (all.by_messages) {
            post_receives();
            MPI_Start(&all.receives[all.receive_of[INPUT_FLAG]]);
        }
        transfer_receive(INPUT_FLAG);
        if (all.words[INPUTS] == (real)STOP)
            break;
        run_task(all.rank, all.words, all.kept);
        if (all.by_messages)
            finish_sends(all.sends_count);
    }
    for (int i = 0; all.by_messages && i < all.receive_of[INPUT_FLAG]; i++) {
        MPI_Cancel(&all.receives[i]);
        MPI_Wait(&all.receives[i], MPI_STATUS_IGNORE);
    }
    release();
}

void CLOSE(void)
{
    all.evaluation++;
    send_inputs(NULL, STOP);
    for (int i = all.inputs_first; all.by_messages && i < all.sends_count; i++)
        wait_for(&all.sends[i], INPUT_FLAG);
    release();
}

/* Inputs go out and results come in rank by rank, so that whoever waits knows for whom. */
static void spread_wait(MPI_Comm comm, int rank, MPI_Request *request, int other, double timeout_s)
{
    patience p = {0};
    int done = 0;
    for (MPI_Test(request, &done, MPI_STATUS_IGNORE); !done;
         MPI_Test(request, &done, MPI_STATUS_IGNORE))
        if (!is_patient(&p, timeout_s))
            give_up(comm, rank, timeout_s, other);
}

static int spread_first(int rank, int ranks, int samples)
{
    const int share = (samples + ranks - 1) / ranks;
    return rank * share < samples ? rank * share : samples;
}

void SPREAD(MPI_Comm comm, double timeout_s, int samples, const real *in, real *out)
{
    int rank, ranks;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    const int first = spread_first(rank, ranks, samples);
    const int mine = spread_first(rank + 1, ranks, samples) - first;
    MPI_Request *requests = calloc(2 * (size_t)ranks, sizeof *requests);
    real *own = calloc((size_t)(rank ? mine : 0) * (INPUTS + OUTPUTS) + 1, sizeof *own);
    const real *from = rank ? own : in;
    real *to = rank ? own + (size_t)mine * INPUTS : out;
    if (!requests || !own) {
        fprintf(stderr, "%s: rank %d has no memory for %d samples\n", WHO, rank, mine);
        MPI_Abort(comm, 1);
        abort();
    }
    for (int r = 1; rank == 0 && r < ranks; r++) {
        const int begin = spread_first(r, ranks, samples);
        const int count = spread_first(r + 1, ranks, samples) - begin;
        MPI_Irecv(out + (size_t)begin * OUTPUTS, count * OUTPUTS, MPI_REAL_TYPE, r, 1, comm,
                  &requests[2 * r]);
        MPI_Isend(in + (size_t)begin * INPUTS, count * INPUTS, MPI_REAL_TYPE, r, 0, comm,
                  &requests[2 * r + 1]);
    }
    if (rank) {
        MPI_Irecv(own, mine * INPUTS, MPI_REAL_TYPE, 0, 0, comm, &requests[0]);
        spread_wait(comm, rank, &requests[0], 0, timeout_s);
    }
    for (int r = 1; rank == 0 && r < ranks; r++) /* long messages move while their sender waits */
        spread_wait(comm, rank, &requests[2 * r + 1], r, timeout_s);
    for (int i = 0; i < mine; i++)
        sequential(from + (size_t)i * INPUTS, to + (size_t)i * OUTPUTS);
    if (rank) {
        MPI_Isend(to, mine * OUTPUTS, MPI_REAL_TYPE, 0, 1, comm, &requests[0]);
        spread_wait(comm, rank, &requests[0], 0, timeout_s);
    }
    for (int r = 1; rank == 0 && r < ranks; r++)
        spread_wait(comm, rank, &requests[2 * r], r, timeout_s);
    free(own);
    free(requests);
}
