// SPDX-License-Identifier: MIT
// Properties of tau_unit with a queue (tau_unit.vh): the pipeline can always move, because the
// queue has room for all that is under way.
localparam F_W = $clog2(LAT + QUEUE);
wire [F_W-1:0] f_read  = \queued.deliver.read ;
wire [F_W-1:0] f_write = \queued.deliver.write ;
wire           f_held  = \queued.deliver.here ;

reg [7:0] f_count, f_flying; // results in the source; operations in the pipeline
always @(posedge clk)
    f_count <= run ? f_count + {7'd0, flight[LAT-1]} - {7'd0, \queued.pop } : 0;
integer f_i;
always @* begin
    f_flying = 0;
    for (f_i = 0; f_i < LAT - 1; f_i = f_i + 1)
        f_flying = f_flying + {7'd0, full[f_i]};
end

function [F_W-1:0] f_place(input [F_W:0] sum); // in the ring of the queue
    f_place = sum < LAT + QUEUE ? sum : sum - (LAT + QUEUE);
endfunction
always @* if (f_old && run) begin
    assert (\queued.results.under_way  == f_count + f_flying && f_count + f_flying <= LAT + QUEUE);
    assert (f_held == (f_count != 0) && \queued.deliver.more  == (f_count > 1));
    assert (f_read < LAT + QUEUE && f_write < LAT + QUEUE &&
            f_place(f_read + f_count - f_held) == f_write);
    assert (go == (f_count + f_flying < LAT + QUEUE));
    assert (!full[LAT-1] || f_held);
    assert (&enable);
    assert (!flight[LAT-1] || f_count < LAT + QUEUE);
    assert (\queued.deliver.offered  ? f_held : offer == 0);
    assert (issue == (known && mask_valid && a_ready && b_ready &&
                      f_count + f_flying < LAT + QUEUE));
end
