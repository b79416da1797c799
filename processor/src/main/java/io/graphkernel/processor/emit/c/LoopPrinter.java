package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** Prints the inner loop of a stage: the elements before the first whole vector, vectors unrolled and one by one, the tail. */
final class LoopPrinter {

    /** Elements between a short row and what is requested for later. */
    private static final int SHORT_ROWS_AHEAD = 4096;

    private final CodeWriter code;
    private final StageFunction stage;
    private final Place place;
    private final boolean unitSteps;

    /**
     * A printer of one stage's loops.
     *
     * @param unitSteps whether every operand's step is known to be 1
     */
    LoopPrinter(CodeWriter code, StageFunction stage, Place place, boolean unitSteps) {
        this.code = code;
        this.stage = stage;
        this.place = place;
        this.unitSteps = unitSteps;
    }

    /**
     * Writes the loop in a block of its own.
     *
     * @param from text of the first element
     * @param to text of the end
     */
    void write(String from, String to) {
        code.block();
        code.line("gk_int64 i = %s;", from);
        declareStream(from);
        if (place.head()) {
            writeHead(from);
            code.line("i += head;");
        }
        if (stage.unroll() > 1) {
            code.open("for (; i + %d * GK_LANES <= %s; i += %d * GK_LANES)", stage.unroll(), to, stage.unroll());
            for (int copy = 0; copy < stage.unroll(); copy++) {
                code.line("%s", stage.call(index(copy), "GK_LANES", place, accumulator(copy), unitSteps));
            }
            code.close();
        }
        code.open("for (; i + GK_LANES <= %s; i += GK_LANES)", to);
        call("i", "GK_LANES");
        code.close();
        code.open("if (i < %s)", to);
        call("i", "(int) (" + to + " - i)");
        code.close();
        code.close();
    }

    /**
     * Writes the loop over a short row: the same text for all vectors.
     *
     * @param streamed operands of which later rows are requested
     */
    void writeShort(String to, List<Buffer> streamed) {
        declareStream("0");
        code.open("for (gk_int64 i = 0; i < %s; i += GK_LANES)", to);
        streamed.forEach(input -> code.line("gk_prefetch(%s + %d + i, 1);", place.base(input), SHORT_ROWS_AHEAD));
        call("i", "(int) gk_dim_min(GK_LANES, " + to + " - i)");
        code.close();
    }

    /** Writes the loop of a scan that begins at the end; the vectors are the same as forwards. */
    void writeBackwards(String to) {
        String head = place.head() ? "head" : "0";
        code.block();
        declareStream("0");
        code.line("gk_int64 i = %s + (%s - %s) / GK_LANES * GK_LANES;", head, to, head);
        code.open("if (i < %s)", to);
        call("i", "(int) (" + to + " - i)");
        code.close();
        code.open("for (i -= GK_LANES; i >= %s; i -= GK_LANES)", head);
        call("i", "GK_LANES");
        code.close();
        if (place.head()) {
            writeHead("0");
        }
        code.close();
    }

    private void writeHead(String from) {
        code.open("if (head > 0)");
        code.line("%s", stage.call(from, "(int) head", place.atHead(), accumulator(0), unitSteps));
        code.close();
    }

    /** Declares whether results bypass the caches: their whole vectors must be aligned. */
    private void declareStream(String from) {
        if (!stage.hasStores()) {
            return;
        }
        String first = from.equals("0") ? "" : " + " + from;
        StringBuilder condition = new StringBuilder("streaming");
        List<Buffer> stores = stage.stage().stores();
        for (Buffer store : stores) {
            String at = place.base(store) + first + (place.head() ? " + head" : "");
            condition.append(" && gk_is_aligned(").append(at).append(')');
        }
        code.line("const int stream = %s;", condition);
    }

    private void call(String index, String lanes) {
        code.line("%s", stage.call(index, lanes, place, accumulator(0), unitSteps));
    }

    private String accumulator(int copy) {
        return stage.accumulated().isEmpty() ? "" : "_" + copy;
    }

    /** The first element of a copy of the loop's body. */
    static String index(int copy) {
        return copy == 0 ? "i" : copy == 1 ? "i + GK_LANES" : "i + " + copy + " * GK_LANES";
    }
}
