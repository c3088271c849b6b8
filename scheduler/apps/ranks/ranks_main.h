
/* --- a program of its own ----------------------------------------------------------------------
 * Evaluates the states below again and again: first one rank alone, then all, and compares every
 * bit. What stands above: STATES, STATE. */
static const char HELP[] =
    "usage: mpirun -n RANKS PROGRAM [--spread tasks|messages|samples|apart|cost [EVALUATIONS "
    "[TIMEOUT_S [REPEATS]]]]\n"
    "tasks: one evaluation on all ranks, by shared memory; messages: the same by messages;\n"
    "samples: evaluations spread over the ranks, whole ones to each; apart: each rank evaluates\n"
    "what it has, all at once and without a word between them: the most that ranks can gain;\n"
    "cost: of one word from rank to rank, by a flag in shared memory and by a message. Of REPEATS\n"
    "runs the fastest counts, of one rank alone in turns with those of all.\n";

enum { CHUNK = 1024 }; /* samples that are spread at once */

static uint64_t differing(const real *one, const real *other)
{
    uint64_t count = 0;
    for (int i = 0; i < OUTPUTS; i++)
        count += memcmp(&one[i], &other[i], sizeof *one) != 0;
    return count;
}

/* Seconds of as many evaluations, of one rank alone or of all. */
static double alone_s(long evaluations, real *out)
{
    const double began = now_s();
    for (long n = 0; n < evaluations; n++)
        sequential(STATE[n % STATES], out);
    return now_s() - began;
}

static double together_s(long evaluations, real *out)
{
    const double began = now_s();
    for (long n = 0; n < evaluations; n++)
        WORDS(STATE[n % STATES], out);
    return now_s() - began;
}

static double spread_s(long evaluations, int rank, double timeout_s, real *in, real *out)
{
    for (int i = 0; rank == 0 && i < CHUNK; i++)
        memcpy(in + (size_t)i * INPUTS, STATE[i % STATES], INPUTS * sizeof *in);
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = now_s();
    for (long n = 0; n < evaluations; n += CHUNK)
        SPREAD(MPI_COMM_WORLD, timeout_s,
               (int)(evaluations - n < CHUNK ? evaluations - n : CHUNK), in, out);
    return now_s() - began;
}

/* When all ranks are there. */
static void announce(const char *way, long evaluations)
{
    printf("robot             %s\nranks             %d\nway               %s\n"
           "evaluations       %ld\ntransfers         %d\n", WHO, RANKS, way, evaluations,
           TRANSFERS);
    fflush(stdout);
}

static void report(long evaluations, double alone, double together, uint64_t mismatches)
{
    printf("alone             %.3f us\ntogether          %.3f us\nspeed-up          %.3f\n"
           "mismatches        %llu\n",
           1e6 * alone / (double)evaluations, 1e6 * together / (double)evaluations,
           alone / together, (unsigned long long)mismatches);
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Runs of all ranks and of one alone take turns, so that what disturbs the one disturbs the
 * other. */
enum { ROUNDS = 5, TURN = TRANSFERS + 1 };

static int runs_of(int round, int repeats)
{
    return (round + 1) * repeats / ROUNDS - round * repeats / ROUNDS;
}

/* The others sleep while rank 0 is alone: one that spins would take a processor, or memory. */
static void end_turn(int rank)
{
    const struct timespec nap = {.tv_nsec = 100000};
    char token = 0;
    int there = 0;
    for (int r = 1; rank == 0 && r < RANKS; r++)
        MPI_Send(&token, 1, MPI_CHAR, r, TURN, MPI_COMM_WORLD);
    if (rank == 0)
        return;
    while (MPI_Iprobe(0, TURN, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE), !there)
        nanosleep(&nap, NULL);
    MPI_Recv(&token, 1, MPI_CHAR, 0, TURN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double alone_least(int rank, long evaluations, int runs, real *out)
{
    double took = 1e300;
    for (int i = 0; rank == 0 && i < runs; i++)
        took = least(took, alone_s(evaluations, out));
    end_turn(rank);
    return took;
}

static uint64_t run_tasks_of(int rank, int by_messages, const char *way, long evaluations,
                             double timeout_s, int repeats)
{
    static real one[OUTPUTS], other[OUTPUTS];
    uint64_t mismatches = 0;
    double alone = 1e300, together = 1e300;
    bool announced = false;
    for (int round = 0; round < ROUNDS; round++) {
        const int runs = runs_of(round, repeats);
        if (!runs)
            continue;
        if (OPEN(MPI_COMM_WORLD, by_messages, timeout_s))
            return 1;
        if (rank != 0)
            SERVE();
        for (int i = 0; rank == 0 && i < STATES; i++) {
            sequential(STATE[i], one);
            WORDS(STATE[i], other);
            mismatches += differing(one, other);
        }
        if (rank == 0 && !announced)
            announce(way, evaluations);
        announced = true;
        for (int i = 0; rank == 0 && i < runs; i++)
            together = least(together, together_s(evaluations, other));
        if (rank == 0)
            CLOSE();
        alone = least(alone, alone_least(rank, evaluations, runs, one));
    }
    if (rank == 0)
        report(evaluations, alone, together, mismatches);
    return mismatches;
}

static uint64_t run_samples(int rank, const char *way, long evaluations, double timeout_s,
                            int repeats)
{
    static real one[OUTPUTS], in[CHUNK * INPUTS], out[CHUNK * OUTPUTS];
    uint64_t mismatches = 0;
    double alone = 1e300, together = 1e300;
    if (rank == 0)
        announce(way, evaluations);
    for (int round = 0; round < ROUNDS; round++) {
        const int runs = runs_of(round, repeats);
        for (int i = 0; i < runs; i++)
            together = least(together, spread_s(evaluations, rank, timeout_s, in, out));
        alone = least(alone, alone_least(rank, evaluations, runs, one));
    }
    spread_s(CHUNK, rank, timeout_s, in, out);
    if (rank != 0)
        return 0;
    for (int i = 0; i < CHUNK; i++) {
        sequential(STATE[i % STATES], one);
        mismatches += differing(one, out + (size_t)i * OUTPUTS);
    }
    report(evaluations, alone, together, mismatches);
    return mismatches;
}

/* As long as the slowest takes; each rank does all evaluations, so one of them takes a share. */
static uint64_t run_apart(int rank, const char *way, long evaluations, int repeats)
{
    static real out[OUTPUTS];
    double alone = 1e300, together = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
        const int runs = runs_of(round, repeats);
        for (int i = 0; i < runs; i++) {
            double slowest = 0;
            MPI_Barrier(MPI_COMM_WORLD);
            const double took = alone_s(evaluations, out);
            MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            together = least(together, slowest / RANKS);
        }
        alone = least(alone, alone_least(rank, evaluations, runs, out));
    }
    if (rank == 0) {
        announce(way, evaluations);
        report(evaluations, alone, together, 0);
    }
    return 0;
}

/* Half of the time that a word takes from rank 0 to rank 1 and back. */
static double flag_s(int rank, long turns)
{
    const double began = now_s();
    for (long n = 0; n < turns; n++) {
        const int mine = rank == 0 ? 0 : INPUT_FLAG, other = rank == 0 ? INPUT_FLAG : 0;
        all.evaluation++;
        if (rank == 0)
            transfer_send(mine);
        transfer_receive(other);
        if (rank == 1)
            transfer_send(mine);
    }
    return (now_s() - began) / (double)(2 * turns);
}

static double message_s(int rank, long turns)
{
    real word = 0;
    MPI_Request send, receive;
    const int other = 1 - rank;
    MPI_Send_init(&word, 1, MPI_REAL_TYPE, other, 0, MPI_COMM_WORLD, &send);
    MPI_Recv_init(&word, 1, MPI_REAL_TYPE, other, 0, MPI_COMM_WORLD, &receive);
    const double began = now_s();
    for (long n = 0; n < turns; n++)
        for (int k = 0; k < 2; k++) {
            MPI_Request *one = k == rank ? &send : &receive;
            MPI_Start(one);
            wait_for(one, INPUT_FLAG);
        }
    const double took = (now_s() - began) / (double)(2 * turns);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    return took;
}

static uint64_t run_cost(int rank, long turns, double timeout_s, int repeats)
{
    double flags = 1e300, messages = 1e300;
    if (OPEN(MPI_COMM_WORLD, 0, timeout_s))
        return 1;
    if (all.by_messages || RANKS < 2 || TRANSFERS < 1) {
        fprintf(stderr, "%s: no two ranks that share memory\n", WHO);
        return 1;
    }
    for (int i = 0; i < repeats && rank < 2; i++)
        flags = least(flags, flag_s(rank, turns));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < repeats && rank < 2; i++)
        messages = least(messages, message_s(rank, turns));
    if (rank == 0)
        printf("flag              %.3f us\nmessage           %.3f us\n", 1e6 * flags,
               1e6 * messages);
    release();
    return 0;
}

int main(int argc, char **argv)
{
    const char *way = argc > 2 ? argv[2] : "tasks";
    const long evaluations = argc > 3 ? strtol(argv[3], NULL, 10) : 1000;
    const double timeout_s = argc > 4 ? strtod(argv[4], NULL) : 10;
    const int repeats = argc > 5 ? (int)strtol(argv[5], NULL, 10) : 1;
    const int messages = strcmp(way, "messages") == 0, samples = strcmp(way, "samples") == 0;
    const int costs = strcmp(way, "cost") == 0, apart = strcmp(way, "apart") == 0;
    int rank;
    if ((!messages && !samples && !costs && !apart && strcmp(way, "tasks") != 0) ||
        (argc > 1 && strcmp(argv[1], "--spread") != 0) || evaluations < 1 || repeats < 1) {
        fputs(HELP, stderr);
        return 2;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const uint64_t mismatches =
        costs     ? run_cost(rank, evaluations, timeout_s, repeats)
        : apart   ? run_apart(rank, way, evaluations, repeats)
        : samples ? run_samples(rank, way, evaluations, timeout_s, repeats)
                  : run_tasks_of(rank, messages, way, evaluations, timeout_s, repeats);
    MPI_Finalize();
    return mismatches != 0;
}
