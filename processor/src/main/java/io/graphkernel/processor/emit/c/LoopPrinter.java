package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** Prints the inner loop of a stage: unrolled vectors, whole vectors, then the tail. */
final class LoopPrinter {

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
        boolean accumulates = !stage.accumulated().isEmpty();
        String first = accumulates ? "_0" : "";
        String stream = accumulates ? "stream" : "0";
        code.block();
        code.line("gk_int64 i = %s;", from);
        if (accumulates) {
            declareStream("i");
        } else if (stage.hasStores()) {
            writeStreaming(to);
        }
        if (stage.unroll() > 1) {
            code.open("for (; i + %d * GK_LANES <= %s; i += %d * GK_LANES)", stage.unroll(), to, stage.unroll());
            for (int copy = 0; copy < stage.unroll(); copy++) {
                call(index(copy), "GK_LANES", "_" + copy, stream);
            }
            code.close();
        }
        code.open("for (; i + GK_LANES <= %s; i += GK_LANES)", to);
        call("i", "GK_LANES", first, stream);
        code.close();
        code.open("if (i < %s)", to);
        call("i", "(int) (" + to + " - i)", first, stream);
        code.close();
        code.close();
    }

    /**
     * The whole cache lines of the results, past the caches. What is accumulated must not depend on addresses, so only
     * a stage that accumulates nothing begins with the elements before the first whole line.
     */
    private void writeStreaming(String to) {
        String target = place.base(stage.stage().stores().get(0)) + " + ";
        code.open("if (streaming)");
        code.line("const gk_int64 line = gk_dim_min(%s, i + gk_to_line(%si));", to, target);
        code.open("while (i < line)");
        code.line("const int lanes = (int) gk_dim_min(GK_LANES, line - i);");
        call("i", "lanes", "", "0");
        code.line("i += lanes;");
        code.close();
        code.line("const gk_int64 last = 1%s ? %s - gk_past_line(%s%s) : i;", aligned("i"), to, target, to);
        code.open("for (; i + GK_LANES <= last; i += GK_LANES)");
        call("i", "GK_LANES", "", "1");
        code.close();
        code.close();
    }

    /** Declares whether the results of all vectors bypass the caches, the first of which begins at an element. */
    void declareStream(String first) {
        if (stage.hasStores()) {
            code.line("const int stream = streaming%s;", aligned(first));
        }
    }

    private String aligned(String first) {
        StringBuilder condition = new StringBuilder();
        List<Buffer> stores = stage.stage().stores();
        stores.forEach(store -> condition.append(" && gk_is_aligned(" + place.base(store) + " + " + first + ")"));
        return condition.toString();
    }

    /** A call of the stage function. */
    void call(String index, String lanes, String accumulator, String stream) {
        code.line("%s", stage.call(index, lanes, place, accumulator, unitSteps, stream));
    }

    /** The first element of a copy of the loop's body. */
    static String index(int copy) {
        return copy == 0 ? "i" : copy == 1 ? "i + GK_LANES" : "i + " + copy + " * GK_LANES";
    }
}
