// SPDX-License-Identifier: MIT
// Properties of tau_axil_split, put in front of its endmodule by prove.sh.
reg f_old = 1'b0;
always @(posedge clk) f_old <= 1'b1;
always @* if (!f_old) assume (rst);

// --- the environment: whoever offers keeps what it offers until it is accepted; a slave answers
// what it was asked, and not before
reg         f_aw, f_w, f_ar;
reg  [31:0] f_awaddr, f_araddr;
reg  [35:0] f_word;
reg  [N-1:0]    f_b, f_r, f_has_address, f_has_word, f_has_read;
reg  [2*N-1:0]  f_bresp, f_rresp;
reg  [32*N-1:0] f_rdata;
wire [N-1:0] f_b_taken = m_axil_bvalid & m_axil_bready;
wire [N-1:0] f_r_taken = m_axil_rvalid & m_axil_rready;
always @(posedge clk) begin
    f_aw     <= !rst && s_axil_awvalid && !s_axil_awready;
    f_w      <= !rst && s_axil_wvalid && !s_axil_wready;
    f_ar     <= !rst && s_axil_arvalid && !s_axil_arready;
    f_awaddr <= s_axil_awaddr;
    f_araddr <= s_axil_araddr;
    f_word   <= {s_axil_wstrb, s_axil_wdata};
    f_b      <= rst ? 0 : m_axil_bvalid & ~m_axil_bready;
    f_r      <= rst ? 0 : m_axil_rvalid & ~m_axil_rready;
    f_bresp  <= m_axil_bresp;
    f_rresp  <= m_axil_rresp;
    f_rdata  <= m_axil_rdata;
    f_has_address <= rst ? 0 : (f_has_address | (m_axil_awvalid & m_axil_awready)) & ~f_b_taken;
    f_has_word    <= rst ? 0 : (f_has_word | (m_axil_wvalid & m_axil_wready)) & ~f_b_taken;
    f_has_read    <= rst ? 0 : (f_has_read | (m_axil_arvalid & m_axil_arready)) & ~f_r_taken;
end
integer f_k;
always @* if (f_old) begin
    assume (!f_aw || (s_axil_awvalid && s_axil_awaddr == f_awaddr));
    assume (!f_w || (s_axil_wvalid && {s_axil_wstrb, s_axil_wdata} == f_word));
    assume (!f_ar || (s_axil_arvalid && s_axil_araddr == f_araddr));
    assume ((m_axil_bvalid & ~(f_has_address & f_has_word)) == 0 && (f_b & ~m_axil_bvalid) == 0);
    assume ((m_axil_rvalid & ~f_has_read) == 0 && (f_r & ~m_axil_rvalid) == 0);
    for (f_k = 0; f_k < N; f_k = f_k + 1) begin
        assume (!f_b[f_k] || m_axil_bresp[2*f_k +: 2] == f_bresp[2*f_k +: 2]);
        assume (!f_r[f_k] || m_axil_rresp[2*f_k +: 2] == f_rresp[2*f_k +: 2]);
        assume (!f_r[f_k] || m_axil_rdata[32*f_k +: 32] == f_rdata[32*f_k +: 32]);
    end
end

// --- what the master has asked and has no answer to
reg         f_write_address, f_write_word, f_read;
reg  [31:0] f_to, f_from;
reg  [35:0] f_what;
always @(posedge clk) begin
    f_write_address <= !rst && !(s_axil_bvalid && s_axil_bready) &&
                       (f_write_address || s_axil_awvalid);
    f_write_word    <= !rst && !(s_axil_bvalid && s_axil_bready) &&
                       (f_write_word || s_axil_wvalid);
    f_read          <= !rst && !(s_axil_rvalid && s_axil_rready) && (f_read || s_axil_arvalid);
    if (!f_write_address) f_to <= s_axil_awaddr;
    if (!f_write_word) f_what <= {s_axil_wstrb, s_axil_wdata};
    if (!f_read) f_from <= s_axil_araddr;
end
wire f_no_slave = f_to[31:12] >= N, f_no_source = f_from[31:12] >= N;
wire f_write = f_write_address && f_write_word;

always @* if (f_old) begin
    assert (have_address == f_write_address && have_data == f_write_word && have_read == f_read);
    assert (!f_write_address || address == f_to);
    assert (!f_write_word || data == f_what);
    assert (!f_read || read_address == f_from);
    // one at a time
    assert (s_axil_awready == !f_write_address && s_axil_wready == !f_write_word);
    assert (s_axil_arready == !f_read);
    // each slave hears what is meant for it, once, and no other hears it
    for (f_k = 0; f_k < N; f_k = f_k + 1) begin
        assert (m_axil_awvalid[f_k] ==
                (f_write && f_to[31:12] == f_k && !f_has_address[f_k]));
        assert (m_axil_wvalid[f_k] == (f_write && f_to[31:12] == f_k && !f_has_word[f_k]));
        assert (m_axil_arvalid[f_k] == (f_read && f_from[31:12] == f_k && !f_has_read[f_k]));
        assert (!f_has_address[f_k] || (f_write && f_to[31:12] == f_k));
        assert (!f_has_word[f_k] || (f_write && f_to[31:12] == f_k));
        assert (!f_has_read[f_k] || (f_read && f_from[31:12] == f_k));
    end
    if (f_write)
        assert (m_axil_awaddr == f_to[11:0] && {m_axil_wstrb, m_axil_wdata} == f_what);
    if (f_read)
        assert (m_axil_araddr == f_from[11:0]);
    // the slave's answer is the master's, and is taken when the master takes it; where there is no
    // slave the answer is DECERR, at once
    if (f_no_slave)
        assert (s_axil_bvalid == f_write && (!f_write || s_axil_bresp == 2'b11));
    if (f_no_source)
        assert (s_axil_rvalid == f_read &&
                (!f_read || (s_axil_rresp == 2'b11 && s_axil_rdata == 0)));
    for (f_k = 0; f_k < N; f_k = f_k + 1) begin
        if (f_write && f_to[31:12] == f_k) begin
            assert (s_axil_bvalid == m_axil_bvalid[f_k]);
            assert (!s_axil_bvalid || (s_axil_bresp == m_axil_bresp[2*f_k +: 2] &&
                                       m_axil_bready[f_k] == s_axil_bready));
        end
        if (f_read && f_from[31:12] == f_k) begin
            assert (s_axil_rvalid == m_axil_rvalid[f_k]);
            assert (!s_axil_rvalid || (s_axil_rresp == m_axil_rresp[2*f_k +: 2] &&
                                       s_axil_rdata == m_axil_rdata[32*f_k +: 32] &&
                                       m_axil_rready[f_k] == s_axil_rready));
        end
    end
    assert (f_write || !s_axil_bvalid);
    assert (f_read || !s_axil_rvalid);
    // for the induction
    assert (!address_sent || (f_write && (f_has_address != 0 || f_no_slave)));
    assert (!data_sent || (f_write && (f_has_word != 0 || f_no_slave)));
    assert (!read_sent || (f_read && (f_has_read != 0 || f_no_source)));
    assert (address_sent || f_has_address == 0);
    assert (data_sent || f_has_word == 0);
    assert (read_sent || f_has_read == 0);
end
