package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/** Prints column and full reductions: partial results over fixed blocks, then a second phase that joins them. */
final class JvmTwoPhases {

    private final Kernel kernel;
    private final IterationSpace space;
    private final JvmBody body;
    private final JvmNames names;
    private final CodeWriter code;
    private final List<Node> partials;
    private final String inner;

    JvmTwoPhases(Kernel kernel, JvmBody body, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.body = body;
        this.names = body.names();
        this.code = code;
        this.partials = kernel.partials();
        this.inner = JvmNames.dim(space.inner());
    }

    /** Partial results over fixed blocks of rows; the parallel range counts blocks, then columns. */
    void printColumns() {
        body.openFunction(kernel.name());
        openBlocks(JvmNames.dim(space.rows()));
        writePartialAddresses("item");
        for (Node partial : partials) {
            code.open("for (long c = 0; c < %s; c++)", inner);
            code.line("%s;", store(partial, columnAddress(partial, "c"), JvmType.identity(partial)));
            code.close();
        }
        code.open("for (long row = first; row < last; row++)");
        body.decode("row", 0, space.outer());
        body.loadLevel(Level.ROW);
        body.compute(kernel.rowOps());
        String column = JvmNames.index(space.runs().size() - 1);
        kernel.stages().forEach(stage -> writeColumns(stage, column));
        kernel.rowStores().forEach(body::store);
        code.close().close();
        code.close().blank();
        printColumnFinish(column);
    }

    /** One stage of a row, which adds to the partial results of the columns and may reduce the row. */
    private void writeColumns(Stage stage, String column) {
        List<Node> columns = new ArrayList<>(stage.reductions());
        columns.retainAll(partials);
        List<Node> reduced = kernel.rowReductions(stage);
        reduced.forEach(body::declareAccumulator);
        code.open("for (long %s = 0; %s < %s; %s++)", column, column, inner, column);
        for (Node partial : columns) {
            declare(partial, columnAddress(partial, column));
        }
        body.writeStage(stage, column);
        for (Node partial : columns) {
            code.line("%s;", store(partial, columnAddress(partial, column), names.accumulator(partial)));
        }
        code.close();
        reduced.forEach(body::declareResult);
        body.compute(stage.rowOps());
    }

    private void printColumnFinish(String column) {
        body.openFunction(kernel.name() + "_finish");
        writeBlockCount();
        code.line(
                "final long partial = %s;", body.slot(DType.I64, kernel.layout().partialSlot()));
        code.open("for (long %s = begin; %s < end; %s++)", column, column, column);
        partials.forEach(body::declareAccumulator);
        code.open("for (long item = 0; item < blocks; item++)");
        writePartialAddresses("item");
        partials.forEach(partial -> join(partial, columnAddress(partial, column)));
        code.close();
        writeFinish();
        code.close();
        code.close().blank();
    }

    /** Partial results over fixed blocks of elements or of rows; the parallel range counts blocks. */
    void printFull() {
        boolean flat = space.outer().isEmpty();
        body.openFunction(kernel.name());
        writeBlockCount();
        openBlocks(flat ? inner : JvmNames.dim(space.rows()));
        partials.forEach(body::declareAccumulator);
        String index = JvmNames.index(Math.max(0, space.runs().size() - 1));
        if (flat) {
            code.open("for (long %s = first; %s < last; %s++)", index, index, index);
            body.writeStage(kernel.stages().get(0), "");
            code.close();
        } else {
            code.open("for (long row = first; row < last; row++)");
            body.decode("row", 0, space.outer());
            body.loadLevel(Level.ROW);
            body.compute(kernel.rowOps());
            code.open("for (long %s = 0; %s < %s; %s++)", index, index, inner, index);
            body.writeStage(kernel.stages().get(0), "");
            code.close().close();
        }
        for (int i = 0; i < partials.size(); i++) {
            code.line("%s;", store(partials.get(i), fullAddress(i), names.accumulator(partials.get(i))));
        }
        code.close();
        code.close().blank();
        body.openFunction(kernel.name() + "_finish");
        writeBlockCount();
        code.line(
                "final long partial = %s;", body.slot(DType.I64, kernel.layout().partialSlot()));
        partials.forEach(body::declareAccumulator);
        code.open("for (long item = 0; item < blocks; item++)");
        for (int i = 0; i < partials.size(); i++) {
            join(partials.get(i), fullAddress(i));
        }
        code.close();
        writeFinish();
        code.close().blank();
    }

    private void openBlocks(String items) {
        code.line(
                "final long partial = %s;", body.slot(DType.I64, kernel.layout().partialSlot()));
        code.line("final long block = %s;", body.slot(DType.I64, kernel.layout().blockSlot()));
        code.open("for (long item = begin; item < end; item++)");
        code.line("final long first = item * block;");
        code.line("final long last = Math.min(first + block, %s);", items);
    }

    private void writeBlockCount() {
        code.line(
                "final long blocks = %s;", body.slot(DType.I64, kernel.layout().blockCountSlot()));
    }

    /** A block's partial results lie one after the other, a row for each reduction; a block begins at a cache line. */
    private void writePartialAddresses(String item) {
        int bytes = partials.stream()
                .mapToInt(partial -> JvmType.partial(dtype(partial)).byteSize())
                .sum();
        String address = "partial + " + item + " * ((" + inner + " * " + bytes + " + 63) / 64 * 64)";
        for (Node partial : partials) {
            code.line("final long %s = %s;", names.memory(partial), address);
            address = names.memory(partial) + " + " + inner + " * "
                    + JvmType.partial(dtype(partial)).byteSize();
        }
    }

    private String columnAddress(Node partial, String column) {
        return names.memory(partial) + " + " + column + " * "
                + JvmType.partial(dtype(partial)).byteSize();
    }

    private static String fullAddress(int index) {
        return "partial + (" + index + " * blocks + item) * 8";
    }

    private static DType dtype(Node partial) {
        return partial.operands().get(0).dtype();
    }

    private void declare(Node partial, String address) {
        code.line(
                "%s %s = %s;", JvmType.accumulated(dtype(partial)), names.accumulator(partial), load(partial, address));
    }

    private void join(Node partial, String address) {
        String accumulator = names.accumulator(partial);
        code.line("%s = %s;", accumulator, JvmType.combine(partial, accumulator, load(partial, address)));
    }

    private static String load(Node partial, String address) {
        String value = JvmType.load(JvmType.partial(dtype(partial)), address);
        return dtype(partial) == DType.BOOL ? value + " != 0" : value;
    }

    private static String store(Node partial, String address, String value) {
        DType dtype = dtype(partial);
        String text = dtype == DType.BOOL ? "(" + value + " ? -1 : 0)" : value;
        return JvmType.store(
                JvmType.partial(dtype), address, JvmType.held(dtype).equals("float") ? "(float) " + text : text);
    }

    private void writeFinish() {
        partials.forEach(body::declareResult);
        body.loadFinish(kernel.finish());
        body.compute(kernel.finish().computed());
        kernel.finish().stores().forEach(body::store);
    }
}
