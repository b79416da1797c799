package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.ScalarBody;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** What the templates of all forms share: kernels, what is computed once, and how threads join what they accumulated. */
abstract class GpuTemplate {

    /** The most that a turn of a loop costs, by the op table, of which there are several at once. */
    private static final int MOST_UNROLLED_COST = 16;

    /** Values that threads exchange when they join one: it goes to two places by turns. */
    static final int JOINED = 2;

    final Kernel kernel;
    final IterationSpace space;
    final GpuDialect dialect;
    final ScalarBody body;
    final CodeWriter code;

    GpuTemplate(Kernel kernel, CNames names, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.dialect = new GpuDialect(kernel, names);
        this.body = new ScalarBody(kernel, dialect, code);
        this.code = code;
    }

    /** Prints the kernel's functions. */
    abstract void print();

    /** Opens a function of the kernel in which threads do not exchange values. */
    final void openKernel(String name) {
        openKernel(name, 0);
    }

    /** Opens a function of the kernel in which threads exchange some values, and writes what each thread computes once. */
    final void openKernel(String name, int exchanged) {
        code.open("GK_KERNEL(%s, %d)", name, GpuEmitter.slots(kernel));
        if (exchanged > 0) {
            code.line("GK_EXCHANGE(exchange, %d);", exchanged);
        }
        List<Dim.Symbol> dims = kernel.layout().dims();
        for (int i = 0; i < dims.size(); i++) {
            integer(CNames.dim(dims.get(i)), argument(kernel.layout().dimSlot() + i));
        }
        for (Buffer buffer : body.buffers()) {
            code.line(
                    "%sconst %s = GK_POINTER(%s, %d);",
                    dialect.pointerType(buffer), dialect.pointer(buffer), dialect.elementType(buffer), buffer.slot());
        }
        body.declareNumbers();
        body.loadLevel(Level.UNIFORM);
        body.compute(kernel.uniformOps());
    }

    /** Closes a function; what has one element is stored by one thread. */
    final void closeKernel() {
        if (!kernel.uniformStores().isEmpty()) {
            code.open("if (GK_GROUP == 0 && GK_THREAD == 0)");
            kernel.uniformStores().forEach(body::store);
            code.close();
        }
        code.close().blank();
    }

    static String argument(int slot) {
        return "GK_INTEGER(" + slot + ")";
    }

    /** Declares a number of 64 bits. */
    final void integer(String name, String value) {
        code.line("const gk_int64 %s = %s;", name, value);
    }

    /** Declares a number that is known to be small. */
    final void count(String name, String value) {
        code.line("const int %s = %s;", name, value);
    }

    /** Lets the compiler have several turns of a stage's loop at once, whose loads do not wait for each other. */
    final void unrollSome(Stage stage) {
        int cost = stage.computed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        if (cost <= MOST_UNROLLED_COST) {
            code.line("GK_UNROLL_SOME");
        }
    }

    /** Opens the loop of a group over its items. */
    final void openItems(String items) {
        code.open("for (gk_int64 item = GK_GROUP; item < %s; item += GK_GROUPS)", items);
    }

    /** Indices, operands and ops of a row. */
    final void writeRow() {
        body.decode("row", 0, space.outer());
        writeRowValues();
    }

    /** Operands and ops of a row whose indices are known. */
    final void writeRowValues() {
        body.loadLevel(Level.ROW);
        body.compute(kernel.rowOps());
    }

    /** Stores what has one element per row, by the thread for which a condition holds. */
    final void writeRowStores(String condition) {
        if (kernel.rowStores().isEmpty()) {
            return;
        }
        code.open("if (%s)", condition);
        kernel.rowStores().forEach(body::store);
        code.close();
    }

    /** Whether threads must wait before what has one element per row is stored: others read the old value. */
    final boolean updatesRows() {
        return kernel.rowStores().stream().anyMatch(Buffer::isUpdate);
    }

    /** Joins what threads with numbers at a distance have accumulated. */
    final void join(Node reduction, String stride, String count) {
        String accumulator = dialect.accumulator(reduction);
        code.line("%s = %s;", accumulator, joined(reduction, accumulator, stride, count));
    }

    static String joined(Node reduction, String accumulated, String stride, String count) {
        return "gk_join_" + CTypes.function(reduction) + "(" + accumulated + ", " + stride + ", " + count
                + ", exchange)";
    }

    /** The product of the extents of the middle loops. */
    final String middle() {
        return CNames.dim(IterationSpace.product(space.middle()));
    }

    /** The number of the column in a kernel whose inner loop is kept. */
    final String column() {
        return dialect.index(space.runs().size() - 1);
    }

    final Run run(int index) {
        return space.runs().get(index);
    }
}
