package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;

/** Prints the inner loop of a stage: unrolled vectors, whole vectors, then the tail. */
final class LoopPrinter {

    private final CodeWriter code;
    private final StageFunction stage;

    LoopPrinter(CodeWriter code, StageFunction stage) {
        this.code = code;
        this.stage = stage;
    }

    /**
     * Writes the loop in a block of its own.
     *
     * @param from text of the first element
     * @param to text of the end
     * @param row suffix of what belongs to the row
     * @param stream text of the condition under which results bypass the caches
     * @param unitSteps whether every operand's step is known to be 1
     */
    void write(String from, String to, String row, String stream, boolean unitSteps) {
        boolean accumulates = !stage.stage().reductions().isEmpty();
        String first = accumulates ? "_0" : "";
        code.block();
        if (stage.hasStores()) {
            code.line("const int stream = %s;", stream);
        }
        code.line("gk_int64 i = %s;", from);
        if (stage.unroll() > 1) {
            code.open("for (; i + %d * GK_LANES <= %s; i += %d * GK_LANES)", stage.unroll(), to, stage.unroll());
            for (int copy = 0; copy < stage.unroll(); copy++) {
                String index = copy == 0 ? "i" : copy == 1 ? "i + GK_LANES" : "i + " + copy + " * GK_LANES";
                code.line("%s", stage.call(index, "GK_LANES", row, "_" + copy, unitSteps));
            }
            code.close();
        }
        code.open("for (; i + GK_LANES <= %s; i += GK_LANES)", to);
        code.line("%s", stage.call("i", "GK_LANES", row, first, unitSteps));
        code.close();
        code.open("if (i < %s)", to);
        code.line("%s", stage.call("i", "(int) (" + to + " - i)", row, first, unitSteps));
        code.close();
        code.close();
    }
}
