package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;

/** Loops over operands of which only the call says whether they move along the inner loop. */
final class OpenLoops extends PackLoops {

    private final CNames names;
    private final Packs packs;
    private final CodeWriter code;

    OpenLoops(GpuTemplate template, CNames names, Packs packs) {
        super(template, packs);
        this.names = names;
        this.packs = packs;
        this.code = template.code;
    }

    /** The step of an operand along the inner loop: 0 or 1. */
    String step(Buffer input) {
        return names.step(input.value());
    }

    /** The template declares where rows begin. */
    @Override
    void writeBases(Stage stage) {}

    @Override
    void writeLoad(Buffer input) {
        code.line("%s %s[%d];", CTypes.vector(input.value().dtype()), loaded(input), packs.size());
        code.open("if (%s)", step(input));
        code.line("gk_load_%d(%s, %s + i, rest, whole);", packs.size(), loaded(input), base(input));
        code.otherwise();
        code.line("gk_load_strided_%d(%s, %s, 0, rest);", packs.size(), loaded(input), base(input));
        code.close();
    }

    @Override
    String element(Buffer input, String index) {
        return "gk_load(" + base(input) + " + " + index + " * " + step(input) + ")";
    }
}
