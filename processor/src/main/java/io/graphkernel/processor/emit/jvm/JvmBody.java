package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Prints the parts that the templates have in common: arguments, indices, loads, ops, accumulation and stores. */
final class JvmBody {

    private final Kernel kernel;
    private final IterationSpace space;
    private final JvmNames names;
    private final CodeWriter code;
    private final JvmExpressionPrinter expressions;

    JvmBody(Kernel kernel, JvmNames names, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.code = code;
        this.expressions = new JvmExpressionPrinter(names);
    }

    JvmNames names() {
        return names;
    }

    /** Opens a function of the kernel and writes what is computed once. */
    void openFunction(String name) {
        code.open("private static void kernel_%s(long arguments, long begin, long end, long scratch)", name);
        ArgumentLayout layout = kernel.layout();
        for (Buffer buffer : buffers()) {
            code.line("final long %s = %s;", names.pointer(buffer), slot(DType.I64, buffer.slot()));
        }
        for (int i = 0; i < layout.dims().size(); i++) {
            code.line("final long %s = %s;", JvmNames.dim(layout.dims().get(i)), slot(DType.I64, layout.dimSlot() + i));
        }
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            declare(scalar, slot(JvmType.partial(scalar.dtype()), layout.scalarSlot() + i));
        }
        Set<Node> dimensions = new LinkedHashSet<>();
        kernel.group()
                .nodes()
                .forEach(node -> node.operands().stream()
                        .filter(operand -> operand.kind() == Node.Kind.DIMENSION)
                        .forEach(dimensions::add));
        for (Node dimension : dimensions) {
            Dim product = Dim.product(dimension.attributes().dims());
            declare(dimension, "(" + JvmType.held(dimension.dtype()) + ") (" + JvmNames.dim(product) + ")");
        }
        writeRowBuffers();
        loadLevel(Level.UNIFORM);
        compute(kernel.uniformOps());
    }

    private List<Buffer> buffers() {
        List<Buffer> buffers = new ArrayList<>(kernel.inputs());
        buffers.addAll(kernel.outputs());
        return buffers;
    }

    private void writeRowBuffers() {
        String address = "scratch";
        for (Node saved : kernel.saved()) {
            code.line("final long %s = %s;", names.memory(saved), address);
            String elements = JvmNames.dim(rowElements());
            int bytes = JvmType.kept(saved.dtype()).byteSize();
            address = names.memory(saved) + " + (" + elements + " * " + bytes + " + 63) / 64 * 64";
        }
    }

    private Dim rowElements() {
        return space.middle().stream().map(Run::extent).reduce(space.inner(), Dim::times);
    }

    /** Element {@code index} of the argument block. */
    String slot(DType dtype, int index) {
        return JvmType.load(dtype, "arguments + " + 8 * index);
    }

    void declare(Node node, String expression) {
        code.line("final %s %s = %s;", JvmType.held(node.dtype()), names.value(node), expression);
    }

    /** The indices of nested loops from the number of their turn. */
    void decode(String number, int firstRun, List<Run> loops) {
        String rest = number;
        for (int i = loops.size() - 1; i >= 0; i--) {
            String index = JvmNames.index(firstRun + i);
            if (i == 0) {
                code.line("final long %s = %s;", index, rest);
            } else {
                String extent = JvmNames.dim(loops.get(i).extent());
                code.line("final long %s = %s %% %s;", index, rest, extent);
                rest = "(" + rest + " / " + extent + ")";
            }
        }
    }

    /** Loads the operands that have one element per kernel, or per row. */
    void loadLevel(Level level) {
        if (space.isOpen()) {
            kernel.inputs().stream()
                    .filter(input -> level == Level.UNIFORM && input.mask() == 0)
                    .forEach(input ->
                            declare(input.value(), JvmType.load(input.value().dtype(), names.pointer(input))));
            return;
        }
        for (Buffer input : kernel.inputs()) {
            if (space.levelOf(input.mask()) == level && !isGathered(input)) {
                load(input);
            }
        }
        for (Buffer index : kernel.indices()) {
            if (space.levelOf(index.mask()) == level) {
                declare(index.value(), element(index.access()));
            }
        }
    }

    private boolean isGathered(Buffer input) {
        return kernel.gathers().stream().anyMatch(gather -> gather.data().equals(input));
    }

    /** Loads an operand at the current indices. */
    void load(Buffer input) {
        declare(input.value(), JvmType.load(input.value().dtype(), address(input)));
    }

    void compute(List<Node> nodes) {
        nodes.forEach(this::compute);
    }

    private void compute(Node node) {
        for (Gather gather : kernel.gathers()) {
            if (gather.node() == node) {
                gather(gather);
                return;
            }
        }
        if (OpTable.get().is(node, OpKind.SCAN)) {
            scan(node);
            return;
        }
        declare(node, expressions.value(node));
    }

    /** An exclusive scan gives what was accumulated before its element. */
    private void scan(Node node) {
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        if (exclusive) {
            declareResult(node);
        }
        accumulate(node);
        if (!exclusive) {
            declareResult(node);
        }
    }

    /** An index out of range gives zero, and reads nothing. */
    private void gather(Gather gather) {
        Node node = gather.node();
        String index = names.place(node);
        String extent = JvmNames.dim(gather.axisExtent());
        code.line(
                "final long %s = Casts.index(%s, %s);",
                index, expressions.operand(node.operands().get(1)), extent);
        String address = address(gather.data()) + " + " + index + " * " + JvmNames.dim(gather.axisStride()) + " * "
                + JvmKernelPrinter.bytes(gather.data());
        String zero = node.dtype() == DType.BOOL ? "false" : "0";
        declare(node, index + " < 0 ? " + zero + " : " + JvmType.load(node.dtype(), address));
    }

    /** One element of a stage; {@code position} is its place in the row buffers. */
    void writeStage(Stage stage, String position) {
        for (Buffer input : stage.inputs()) {
            if (!isGathered(input)) {
                loadElement(input);
            }
        }
        for (Buffer index : kernel.indices()) {
            if (!space.isOpen() && space.levelOf(index.mask()) == Level.ELEMENT && isUsed(stage, index.value())) {
                declare(index.value(), element(index.access()));
            }
        }
        for (Node node : stage.restored()) {
            DType kept = JvmType.kept(node.dtype());
            declare(node, JvmType.load(kept, kept(node, position)));
        }
        compute(stage.computed());
        for (Node node : stage.saved()) {
            DType kept = JvmType.kept(node.dtype());
            code.line("%s;", JvmType.store(kept, kept(node, position), names.value(node)));
        }
        for (Node node : stage.reductions()) {
            accumulate(node);
        }
        stage.stores().forEach(this::store);
    }

    /** The operands of what follows partial results, as far as they are not uniform. */
    void loadFinish(Stage finish) {
        finish.inputs().stream()
                .filter(input -> space.levelOf(input.mask()) != Level.UNIFORM && !isGathered(input))
                .forEach(this::load);
        kernel.indices().stream()
                .filter(index -> space.levelOf(index.mask()) != Level.UNIFORM && isUsed(finish, index.value()))
                .forEach(index -> declare(index.value(), element(index.access())));
    }

    private static boolean isUsed(Stage stage, Node value) {
        return stage.computed().stream().anyMatch(node -> node.operands().contains(value))
                || stage.reductions().stream().anyMatch(node -> node.operands().contains(value))
                || stage.stores().stream().anyMatch(store -> store.stored() == value);
    }

    private void loadElement(Buffer input) {
        if (!space.isOpen()) {
            load(input);
            return;
        }
        String address =
                names.pointer(input) + "_row + i * " + names.step(input) + " * " + JvmKernelPrinter.bytes(input);
        declare(input.value(), JvmType.load(input.value().dtype(), address));
    }

    private String kept(Node node, String position) {
        return names.memory(node) + " + " + position + " * "
                + JvmType.kept(node.dtype()).byteSize();
    }

    void declareAccumulator(Node reduction) {
        String type = JvmType.accumulated(reduction.operands().get(0).dtype());
        code.line("%s %s = %s;", type, names.accumulator(reduction), JvmType.identity(reduction));
    }

    private void accumulate(Node reduction) {
        String accumulator = names.accumulator(reduction);
        String value = expressions.operand(reduction.operands().get(0));
        code.line("%s = %s;", accumulator, JvmType.combine(reduction, accumulator, value));
    }

    /** The value of a reduction that has seen all its elements. */
    void declareResult(Node reduction) {
        declare(reduction, JvmType.result(reduction, names.accumulator(reduction)));
    }

    void store(Buffer output) {
        String value = expressions.operand(output.stored());
        String address = space.isOpen() ? openAddress(output) : address(output);
        code.line("%s;", JvmType.store(output.value().dtype(), address, value));
    }

    private String openAddress(Buffer output) {
        int bytes = JvmKernelPrinter.bytes(output);
        return output.mask() == 0 ? names.pointer(output) : names.pointer(output) + "_row + i * " + bytes;
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
        for (Buffer buffer : buffers()) {
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

    /** The address of a buffer's element at the current indices. */
    String address(Buffer buffer) {
        return names.pointer(buffer) + " + (" + element(buffer.access()) + ") * " + JvmKernelPrinter.bytes(buffer);
    }

    private String element(Access access) {
        StringBuilder text = new StringBuilder(access.offset().equals(Dim.ZERO) ? "" : JvmNames.dim(access.offset()));
        for (int run = 0; run < access.strides().size(); run++) {
            Dim stride = access.strides().get(run);
            if (!stride.equals(Dim.ZERO)) {
                text.append(text.isEmpty() ? "" : " + ").append(JvmNames.index(run));
                text.append(stride.equals(Dim.ONE) ? "" : " * " + JvmNames.dim(stride));
            }
        }
        return text.isEmpty() ? "0L" : text.toString();
    }
}
