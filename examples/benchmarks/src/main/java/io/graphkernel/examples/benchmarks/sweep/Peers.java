package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.COLUMN;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ROW;
import static io.graphkernel.examples.benchmarks.sweep.Forms.SCALES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.UNIT;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import io.graphkernel.examples.benchmarks.Agreement;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.examples.benchmarks.onednn.OneDnnProgram;
import io.graphkernel.examples.benchmarks.onednn.PostOperations;
import io.graphkernel.examples.benchmarks.onednn.TrainingPrograms;
import io.graphkernel.examples.benchmarks.onednn.TrainingPrograms.LayerNormGrad;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.javacpp.FloatPointer;

/** Operations of which oneDNN has a primitive of its own, compared with that on the same operands in the same process. */
final class Peers {
    private static final float EPSILON = 1e-5f;
    private static final int CHECKED_ROWS = 16;
    private static final double TOLERANCE = 1e-4;

    private static final Map<String, Long> MATRIX = Map.of("n", 4096L, "d", 1024L);
    private static final Map<String, Long> LOGITS = Map.of("n", 4096L, "d", 8192L);
    private static final Map<String, Long> SQUARE = Map.of("n", 1024L, "d", 1024L);

    private static final Case CROSS_ENTROPY =
            Case.of("SoftmaxCrossEntropyWithLogits", "loss", "$(a, b)", X, UNIT).results(".loss()");
    private static final Case SPARSE_CROSS_ENTROPY = Case.of(
                    "SparseSoftmaxCrossEntropyWithLogits",
                    "loss",
                    "$(a, b, Reduction.NONE)",
                    X,
                    Operand.of(DType.I32, "n").within(0, 8192))
            .results(".loss()");
    private static final Case LAYER_NORM_GRAD = Case.of(
                    "LayerNormGrad", "", "$(a, b, c, d, e, " + EPSILON + ", -1, -1)", X, X, COLUMN, COLUMN, SCALES)
            .results(".dx()", ".dgamma()", ".dbeta()");
    private static final Operand WEIGHTS = Operand.of("d, d");
    private static final Case PRODUCT_GELU =
            Case.of("MatMul", "bias, GeLU(tanh)", "Ops.geLU(Ops.add($(a, b), c))", X, WEIGHTS, ROW);
    private static final Case PRODUCT_RELU =
            Case.of("MatMul", "bias, ReLU", "Ops.reLU(Ops.add($(a, b), c))", X, WEIGHTS, ROW);
    private static final Case PRODUCT_ADD = Case.of("MatMul", "sum", "Ops.add($(a, b), c)", X, WEIGHTS, X);

    private final Kernels kernels;
    private final Stopwatch stopwatch;
    private final int threads;
    private final Report report;
    private final OneDnn library = new OneDnn();
    private final TrainingPrograms programs = new TrainingPrograms(library);

    Peers(Kernels kernels, Stopwatch stopwatch, int threads, Report report) {
        this.kernels = kernels;
        this.stopwatch = stopwatch;
        this.threads = threads;
        this.report = report;
    }

    static List<Case> cases() {
        return List.of(CROSS_ENTROPY, SPARSE_CROSS_ENTROPY, LAYER_NORM_GRAD, PRODUCT_GELU, PRODUCT_RELU, PRODUCT_ADD);
    }

    void measure() {
        List<String> failures = new ArrayList<>();
        report.row("operation", "dims", "ours us", "oneDNN us", "ours/oneDNN", "oneDNN's primitive");
        report.row("---", "---", "---:", "---:", "---:", "---");
        attempt(CROSS_ENTROPY, LOGITS, 0.40, this::crossEntropy, failures);
        attempt(SPARSE_CROSS_ENTROPY, LOGITS, 0.40, this::sparseCrossEntropy, failures);
        attempt(LAYER_NORM_GRAD, MATRIX, 0.80, this::layerNormGrad, failures);
        attempt(PRODUCT_GELU, SQUARE, 1.05, on -> biased(on, dnnl.algorithm.eltwise_gelu_tanh), failures);
        attempt(PRODUCT_RELU, SQUARE, 1.05, on -> biased(on, dnnl.algorithm.eltwise_relu), failures);
        attempt(PRODUCT_ADD, SQUARE, 1.05, this::sum, failures);
        report.note("");
        report.note(failures.isEmpty() ? "All cases ran, and the results agree." : "Cases without a figure:");
        failures.forEach(failure -> report.note("- " + failure));
    }

    /** oneDNN's program on the operands of a workload, after the results of both were compared. */
    @FunctionalInterface
    private interface Peer {
        OneDnnProgram on(Workload workload);
    }

    private void attempt(Case tested, Map<String, Long> symbols, double target, Peer peer, List<String> failures) {
        if (kernels.rejection(tested, DType.F32).isPresent()) {
            failures.add(
                    tested.title() + ": " + kernels.rejection(tested, DType.F32).get());
            return;
        }
        try (Workload workload = new Workload(kernels, tested, DType.F32, symbols)) {
            workload.call().run();
            OneDnnProgram program = peer.on(workload);
            Map<String, Double> times =
                    stopwatch.times(threads, List.of(workload.contestant("ours"), new Contestant("oneDNN", program)));
            report.row(
                    tested.title(),
                    workload.dims(),
                    Report.microseconds(times.get("ours")),
                    Report.microseconds(times.get("oneDNN")),
                    Report.atMost(times.get("ours") / times.get("oneDNN"), OptionalDouble.of(target)),
                    program.description());
        } catch (RuntimeException e) {
            failures.add(tested.title() + ": " + e.getMessage());
        }
    }

    private OneDnnProgram crossEntropy(Workload workload) {
        FloatPointer labels = data(workload.operand(1));
        return logSoftmax(workload, (row, column, columns) -> labels.get(row * columns + column));
    }

    private OneDnnProgram sparseCrossEntropy(Workload workload) {
        int[] labels = workload.operand(1).toIntArray();
        return logSoftmax(workload, (row, column, columns) -> labels[(int) row] == column ? 1 : 0);
    }

    /** The label of a position. */
    @FunctionalInterface
    private interface Labels {
        float at(long row, long column, long columns);
    }

    private OneDnnProgram logSoftmax(Workload workload, Labels labels) {
        Tensor logits = workload.operand(0);
        long rows = logits.dimension(0);
        long columns = logits.dimension(1);
        memory result = library.temporary(rows, columns);
        OneDnnProgram program = programs.logSoftmax(library.matrix(data(logits), rows, columns), result);
        program.run();
        FloatPointer logarithms = new FloatPointer(result.get_data_handle());
        FloatPointer losses = data(workload.result(0));
        for (long row = 0; row < CHECKED_ROWS; row++) {
            double expected = 0;
            for (long column = 0; column < columns; column++) {
                expected -= labels.at(row, column, columns) * (double) logarithms.get(row * columns + column);
            }
            if (!(Math.abs(losses.get(row) - expected) <= TOLERANCE * Math.abs(expected))) {
                throw new IllegalStateException(
                        "the loss of row " + row + " is " + losses.get(row) + ", by oneDNN's logarithms " + expected);
            }
        }
        return program;
    }

    private OneDnnProgram layerNormGrad(Workload workload) {
        Tensor x = workload.operand(0);
        long rows = x.dimension(0);
        long columns = x.dimension(1);
        memory dx = library.temporary(rows, columns);
        memory dscale = library.temporaryVector(columns);
        memory dshift = library.temporaryVector(columns);
        LayerNormGrad operands = new LayerNormGrad(
                library.matrix(data(x), rows, columns),
                library.matrix(data(workload.operand(1)), rows, columns),
                library.vector(data(workload.operand(3)), rows),
                library.vector(data(workload.operand(2)), rows),
                library.vector(data(workload.operand(4)), columns),
                dx,
                dscale,
                dshift);
        OneDnnProgram program = programs.layerNormGrad(operands, EPSILON);
        program.run();
        agree(workload.result(0), dx);
        agree(workload.result(1), dscale);
        agree(workload.result(2), dshift);
        return program;
    }

    private OneDnnProgram biased(Workload workload, dnnl.algorithm activation) {
        PostOperations tail = new PostOperations().eltwise(activation, 0, 0);
        return product(workload, Optional.of(matrix(workload.operand(2))), tail, ", bias) + post " + activation);
    }

    private OneDnnProgram sum(Workload workload) {
        PostOperations tail = new PostOperations().binary(dnnl.algorithm.binary_add, matrix(workload.operand(2)));
        return product(workload, Optional.empty(), tail, ") + post binary_add");
    }

    private OneDnnProgram product(Workload workload, Optional<memory> bias, PostOperations tail, String description) {
        memory a = matrix(workload.operand(0));
        memory b = matrix(workload.operand(1));
        Tensor wanted = workload.result(0);
        memory result = library.temporary(wanted.dimension(0), wanted.dimension(1));
        OneDnnProgram program = programs.matMul(a, b, bias, tail, result, description);
        program.run();
        agree(workload.result(0), result);
        return program;
    }

    /** A matrix; a vector as a row. */
    private memory matrix(Tensor tensor) {
        return library.matrix(data(tensor), tensor.rank() == 1 ? 1 : tensor.dimension(0), tensor.dimension(-1));
    }

    private static void agree(Tensor ours, memory theirs) {
        Agreement agreement =
                Agreement.between(data(ours), new FloatPointer(theirs.get_data_handle()), ours.elementCount());
        if (!agreement.isClose()) {
            throw new IllegalStateException("the results differ: " + agreement);
        }
    }

    private static FloatPointer data(Tensor tensor) {
        return new FloatPointer(tensor.pointer());
    }
}
