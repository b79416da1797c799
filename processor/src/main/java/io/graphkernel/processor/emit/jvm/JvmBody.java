package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Prints the parts that the templates have in common: arguments, row buffers, and the rows of open shapes. */
final class JvmBody {

    private final Kernel kernel;
    private final IterationSpace space;
    private final JvmNames names;
    private final CodeWriter code;
    private final ScalarBody body;
    private final Elements elements;

    JvmBody(Kernel kernel, JvmNames names, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.body = new ScalarBody(kernel, new JvmDialect(names), code);
        this.elements = space.isOpen() ? new OpenElements() : body.indexed();
    }

    JvmNames names() {
        return names;
    }

    /** Opens a function of the kernel and writes what is computed once. */
    void openFunction(String name) {
        code.open("private static void kernel_%s(long arguments, long begin, long end, long scratch)", name);
        ArgumentLayout layout = kernel.layout();
        for (Buffer buffer : body.buffers()) {
            code.line("final long %s = %s;", names.pointer(buffer), slot(DType.I64, buffer.slot()));
        }
        for (int i = 0; i < layout.dims().size(); i++) {
            code.line("final long %s = %s;", JvmNames.dim(layout.dims().get(i)), slot(DType.I64, layout.dimSlot() + i));
        }
        body.declareNumbers();
        writeRowBuffers();
        loadLevel(Level.UNIFORM);
        compute(kernel.uniformOps());
    }

    private void writeRowBuffers() {
        String address = "scratch";
        for (Node saved : kernel.saved()) {
            code.line("final long %s = %s;", names.memory(saved), address);
            String row = JvmNames.dim(rowElements());
            int bytes = JvmType.kept(saved.dtype()).byteSize();
            address = names.memory(saved) + " + (" + row + " * " + bytes + " + 63) / 64 * 64";
        }
    }

    private Dim rowElements() {
        return space.middle().stream().map(Run::extent).reduce(space.inner(), Dim::times);
    }

    /** Element {@code index} of the argument block. */
    String slot(DType dtype, int index) {
        return JvmDialect.slot(dtype, index);
    }

    /** The indices of nested loops from the number of their turn. */
    void decode(String number, int firstRun, List<Run> loops) {
        body.decode(number, firstRun, loops);
    }

    /** Loads the operands that have one element per kernel, or per row. */
    void loadLevel(Level level) {
        if (space.isOpen()) {
            kernel.inputs().stream()
                    .filter(input -> level == Level.UNIFORM && input.mask() == 0)
                    .forEach(input -> body.declare(
                            input.value(), JvmType.load(input.value().dtype(), names.pointer(input))));
            return;
        }
        body.loadLevel(level);
    }

    void compute(List<Node> nodes) {
        body.compute(nodes, elements);
    }

    /** One element of a stage; {@code position} is its place in the row buffers. */
    void writeStage(Stage stage, String position) {
        body.load(stage, elements);
        for (Node node : stage.restored()) {
            body.declare(node, JvmType.load(JvmType.kept(node.dtype()), kept(node, position)));
        }
        compute(stage.computed());
        for (Node node : stage.saved()) {
            DType kept = JvmType.kept(node.dtype());
            code.line("%s;", JvmType.store(kept, kept(node, position), names.value(node)));
        }
        body.finish(stage, elements);
    }

    private String kept(Node node, String position) {
        return names.memory(node) + " + " + position + " * "
                + JvmType.kept(node.dtype()).byteSize();
    }

    /** The operands of what follows partial results, as far as they are not uniform. */
    void loadFinish(Stage finish) {
        body.loadFinish(finish);
    }

    void declareAccumulator(Node reduction) {
        body.declareAccumulator(reduction);
    }

    /** The value of a reduction that has seen all its elements. */
    void declareResult(Node reduction) {
        body.declareResult(reduction);
    }

    void store(Buffer output) {
        body.store(output);
    }

    /** The operands' steps; in a flat loop a row is all there is. */
    void writeSteps() {
        for (Buffer input : kernel.inputs()) {
            if (input.mask() != 0) {
                code.line(
                        "final long %s = BroadcastRows.step(arguments, %d, %d);",
                        names.step(input), kernel.layout().broadcastSlot(), input.slot());
            }
        }
    }

    /** The addresses at which operands and results begin. */
    void writeOpenRow(boolean flat) {
        for (Buffer buffer : body.buffers()) {
            if (buffer.mask() == 0) {
                continue;
            }
            boolean input = kernel.inputs().contains(buffer);
            String offset = flat
                    ? "0"
                    : input
                            ? "BroadcastRows.offset(arguments, "
                                    + kernel.layout().broadcastSlot() + ", " + buffer.slot() + ", row)"
                            : "row * inner";
            code.line(
                    "final long %s_row = %s + %s * %d;",
                    names.pointer(buffer), names.pointer(buffer), offset, JvmKernelPrinter.bytes(buffer));
        }
    }

    /** Elements of rows of which the shape is known only at the call. */
    private final class OpenElements implements Elements {

        @Override
        public String load(Buffer input) {
            String address =
                    names.pointer(input) + "_row + i * " + names.step(input) + " * " + JvmKernelPrinter.bytes(input);
            return JvmType.load(input.value().dtype(), address);
        }

        @Override
        public String store(Buffer output, String value) {
            String address = output.mask() == 0
                    ? names.pointer(output)
                    : names.pointer(output) + "_row + i * " + JvmKernelPrinter.bytes(output);
            return JvmType.store(output.value().dtype(), address, value);
        }

        @Override
        public String accumulate(Node reduction, String value) {
            return body.indexed().accumulate(reduction, value);
        }

        @Override
        public String place(String place) {
            return place;
        }
    }
}
