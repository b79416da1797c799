package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;

/** Prints the inner loop of a stage: unrolled vectors, whole vectors, then the tail. */
final class LoopPrinter {

    private final CodeWriter code;
    private final StageFunction stage;
    private final Place place;

    LoopPrinter(CodeWriter code, StageFunction stage, Place place) {
        this.code = code;
        this.stage = stage;
        this.place = place;
    }

    /**
     * Writes the loop in a block of its own.
     *
     * @param from text of the first element
     * @param to text of the end
     * @param stream text of the condition under which results bypass the caches
     * @param unitSteps whether every operand's step is known to be 1
     */
    void write(String from, String to, String stream, boolean unitSteps) {
        boolean accumulates = !stage.accumulated().isEmpty();
        String first = accumulates ? "_0" : "";
        code.block();
        if (stage.hasStores()) {
            code.line("const int stream = %s;", stream);
        }
        code.line("gk_int64 i = %s;", from);
        if (stage.unroll() > 1) {
            code.open("for (; i + %d * GK_LANES <= %s; i += %d * GK_LANES)", stage.unroll(), to, stage.unroll());
            for (int copy = 0; copy < stage.unroll(); copy++) {
                code.line("%s", stage.call(index(copy), "GK_LANES", place, "_" + copy, unitSteps));
            }
            code.close();
        }
        code.open("for (; i + GK_LANES <= %s; i += GK_LANES)", to);
        code.line("%s", stage.call("i", "GK_LANES", place, first, unitSteps));
        code.close();
        code.open("if (i < %s)", to);
        code.line("%s", stage.call("i", "(int) (" + to + " - i)", place, first, unitSteps));
        code.close();
        code.close();
    }

    /** The first element of a copy of the loop's body. */
    static String index(int copy) {
        return copy == 0 ? "i" : copy == 1 ? "i + GK_LANES" : "i + " + copy + " * GK_LANES";
    }
}
