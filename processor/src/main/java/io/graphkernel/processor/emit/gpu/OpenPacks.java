package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Packs of operands of which only the call says whether they move along the inner loop. */
final class OpenPacks extends Packs {

    private final CNames names;
    private final GpuDialect dialect;
    private final CodeWriter code;

    OpenPacks(Kernel kernel, CNames names, GpuDialect dialect, ScalarBody body, CodeWriter code) {
        super(kernel, dialect, body, code);
        this.names = names;
        this.dialect = dialect;
        this.code = code;
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
        code.line("%s %s[%d];", CTypes.vector(input.value().dtype()), loaded(input), size());
        code.line(
                "gk_load_%d(%s, %s_row + i * %s, step * %s, rest, whole && %s);",
                size(), loaded(input), dialect.pointer(input), step(input), step(input), step(input));
    }
}
