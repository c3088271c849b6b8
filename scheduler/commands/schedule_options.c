/* Options of schedules: what is to be short, and how it is looked for. */
#include "commands/options.h"

static const option_row SCHEDULER_ROWS[] = {
    {"scheduler", ARG_CHOICE, STORED(scheduler), "best|thesis|random",
     .about = "which method makes the schedule"},
    {"budget", ARG_SEED, STORED(passes.schedule.options.budget), "ROUNDS",
     .standard = "about half a second's worth",
     .about = "how many rounds the method best may search"},
};
const option_table SCHEDULER_TABLE = OPTION_TABLE("scheduler", "schedule", SCHEDULER_ROWS);

static const option_row GOAL_ROWS[] = {
    {"optimise", ARG_CHOICE, STORED(goal), "ops|latency|machine|throughput", .usual = true,
     .about = "which equations are scheduled. ops: those with the fewest operations; latency: "
              "those with the shortest path; machine: the best of all between on this machine "
              "(these two take long); throughput: the fewest operations, and samples overlap"},
    {"interval", ARG_COUNT, STORED(passes.schedule.interval), "CYCLES", .standard = "",
     .about = "let samples overlap, one every so many cycles; without --modules on the fewest "
              "modules that can"},
    {"place", ARG_CHOICE, STORED(passes.place), "best|own|tasks",
     .about = "where the scheduler begins. own: it puts operations where it likes; tasks: it "
              "begins with one task on each module (docs/tasks.md); best: the one of the two that "
              "was found better for such a machine"},
};
const option_table GOAL_TABLE = OPTION_TABLE("goal", "schedule", GOAL_ROWS);

void schedule_options_take(settings *s)
{
    schedule_wish *w = &s->passes.schedule;
    w->goal = (schedule_goal)s->goal;
    w->scheduler = &SCHEDULERS[s->scheduler];
    w->options.seed = s->passes.equations.seed;
    w->options.life = &s->life;
}
