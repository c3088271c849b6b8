// A program table that repeats: entry 0, 1, ..., length - 1, loop, loop + 1, ..., length - 1, loop,
// ...
//
//   load --> table --> later --> ahead --> head --> user
//                  register  register  register
//
// A step costs no logic: head, `ahead` and the place of the next entry are registers, and whoever
// looks up what the head means can do so a cycle early, from `ahead`. The table may be a block
// memory, whose output comes late and stays until a step: `later`. While run is low the sequence
// stands before entry 0; the head holds entry 0 from the fourth cycle of run on and stays there
// until next. One entry per cycle. Length 0: never a head. A length that is loaded sets loop to 0;
// a loop that comes after it is less than the length (tau_loader sees to it).
//
// Entries of more than 32 bits are loaded as several words, each into its part of the entry.
`default_nettype none
module tau_sequence #(
    parameter TABLE   = 1,                 // number of the table in the load window
    parameter OWNER   = 0,                 // which of the tables of this number
    parameter ENTRY_W = 8,                 // bits of an entry, 1..96
    parameter FIRST_W = 32,                // of them in the first word, 1..32; 32 in the others
    parameter DEPTH   = 16                 // entries that the table holds
) (
    input  wire               clk,
    input  wire               rst,         // forgets the program
    input  wire               run,
    // load window (tau_loader), and the bits of its data that this table keeps
    input  wire [61:0]        load,
    input  wire [ENTRY_W-1:0] load_entry,
    // use
    output reg                head_valid,
    output wire [ENTRY_W-1:0] head,
    output wire               ahead_valid,
    output wire [ENTRY_W-1:0] ahead,       // the head after this one, or the first to be
    output wire [ENTRY_W-1:0] later,       // the one after that; comes late in the cycle
    input  wire               next         // only while head_valid
);
    localparam ADDR_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;
    localparam WORDS  = (ENTRY_W - FIRST_W + 63) / 32;

    initial begin
        if (FIRST_W < 1 || FIRST_W > 32)
            $error("tau_sequence: FIRST_W is %0d, must be 1..32", FIRST_W);
        if (ENTRY_W < 1 || ENTRY_W > 96)
            $error("tau_sequence: ENTRY_W is %0d, must be 1..96", ENTRY_W);
        if (DEPTH < 1 || DEPTH > 65535)
            $error("tau_sequence: DEPTH is %0d, must be 1..65535", DEPTH);
    end

    // {write, table, owner, index, word, data}
    wire        load_write = load[61];
    wire [2:0]  load_table = load[60:58];
    wire [7:0]  load_owner = load[57:50];
    wire [15:0] load_index = load[49:34];
    wire [1:0]  load_word  = load[33:32];
    wire        entry_here = load_write && load_table == TABLE[2:0] && load_owner == OWNER[7:0];
    wire        whole_here = entry_here && load_word == 2'd3; // tau_loader
    wire        length_here = whole_here && !load[16];
    wire        loop_here = whole_here && load[16];

    reg [ADDR_W-1:0] last;                 // address of the last entry
    reg [ADDR_W-1:0] loop;                 // address of the entry after that
    reg [ADDR_W-1:0] fetch;                // address of the entry after `later`
    reg              filled;               // length > 0
    reg [1:0]        filling;              // `later` and `ahead` hold entries

    wire step = next || !head_valid;
    assign ahead_valid = filling[1];

    always @(posedge clk) begin
        if (rst)
            filled <= 1'b0;
        else if (length_here)
            filled <= load[17];
        if (length_here)
            last <= load_index[ADDR_W-1:0];
        if (length_here)
            loop <= {ADDR_W{1'b0}};
        else if (loop_here)
            loop <= load[ADDR_W-1:0];
    end

    // The step is the enable of the memory's output: block memories keep what they read.
    reg [ENTRY_W-1:0] raw, entry_ahead, entry;
    assign head  = entry;
    assign ahead = entry_ahead;
    assign later = raw;

    always @(posedge clk)
        if (step) begin
            entry_ahead <= raw;
            entry       <= entry_ahead;
        end

    // Small memories of LUTs take the room beside the logic that decides; block memories lie idle.
    genvar w;
    generate
        if (DEPTH >= 64) begin : deep
            (* ram_style = "block", no_rw_check *) reg [ENTRY_W-1:0] entries [0:DEPTH-1];
            always @(posedge clk)
                if (step)
                    raw <= entries[fetch];
        end else begin : shallow
            reg [ENTRY_W-1:0] entries [0:DEPTH-1];
            always @(posedge clk)
                if (step)
                    raw <= entries[fetch];
        end
        for (w = 0; w < WORDS; w = w + 1) begin : word
            localparam LOW  = (w == 0) ? 0 : FIRST_W + 32 * (w - 1);
            localparam MOST = (w == 0) ? FIRST_W : 32;
            localparam W    = (ENTRY_W - LOW < MOST) ? ENTRY_W - LOW : MOST;
            wire       write = entry_here && load_word == w[1:0];
            if (DEPTH >= 64) begin : deep_word
                always @(posedge clk)
                    if (write)
                        deep.entries[load_index[ADDR_W-1:0]][LOW +: W] <= load_entry[LOW +: W];
            end else begin : shallow_word
                always @(posedge clk)
                    if (write)
                        shallow.entries[load_index[ADDR_W-1:0]][LOW +: W] <= load_entry[LOW +: W];
            end
        end
    endgenerate

    always @(posedge clk) begin
        if (!run) begin
            {head_valid, filling} <= 3'b000;
            fetch                 <= {ADDR_W{1'b0}};
        end else begin
            if (step)
                {head_valid, filling} <= {filling, filled};
            if (step)
                fetch <= (fetch == last) ? loop : fetch + 1'b1;
        end
    end
endmodule
`default_nettype wire
