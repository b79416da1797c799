package io.graphkernel.processor.lower.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.IdentityElement;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement.AddressSpace;
import io.graphkernel.processor.lower.code.Statement.DeclareArray;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Emitter of stages over a row that a team of threads keeps in registers: each thread has a constant number of vectors.
 *
 * <p>An operand of several stages is loaded once, and a value that CPU kernels keep in row buffers is computed once.
 * Rows of more vectors are read again by each stage. Both have the same order of accumulations.
 */
final class RowRegisters {

    private static final GpuModel.RowRegisters MODEL = GpuModel.DEFAULT.rowRegisters();

    private static final Variable FIRST = CodeBuilder.intVariable(GpuLoopEmitter.FIRST.name());
    /** Index of a vector among those of the thread. */
    private static final Variable VECTOR = CodeBuilder.intVariable("v");

    private final GpuLowering emitter;
    private final ScheduledKernel kernel;
    private final VectorAccess access;
    private final GpuLoopEmitter loops;
    private final CodeBuilder code;
    /** Operands of several stages that vary by row. */
    private final Set<Buffer> operands = new HashSet<>();

    private final int vectors;

    RowRegisters(GpuLowering emitter, VectorAccess access, GpuLoopEmitter loops) {
        this.emitter = emitter;
        this.kernel = emitter.kernel;
        this.access = access;
        this.loops = loops;
        this.code = emitter.code;
        Set<Buffer> read = new HashSet<>();
        for (Stage stage : kernel.body().stages()) {
            contiguous(stage).forEach(input -> {
                if (!read.add(input) && variesByRow(input)) {
                    operands.add(input);
                }
            });
        }
        this.vectors = chooseVectors();
    }

    /** Returns true if rows may be kept in registers; false if no value is worth them. */
    boolean isUsed() {
        return vectors > 0;
    }

    /** Returns the number of vectors per thread. */
    int vectors() {
        return vectors;
    }

    /** Returns the number of vectors of columns per thread: one if rows are not in registers. */
    private int columnVectors() {
        return Math.max(1, vectors);
    }

    private int chooseVectors() {
        int bytes = operands.stream()
                        .mapToInt(operand -> registerBytes(operand.value()))
                        .sum()
                + kernel.body().saved().stream()
                        .mapToInt(RowRegisters::registerBytes)
                        .sum();
        boolean isUseful =
                bytes > 0 && access.isVectorizable() && emitter.space.middle().isEmpty();
        int accumulators =
                kernel.partials().stream().mapToInt(RowRegisters::registerBytes).sum();
        int maxVectors = MODEL.maxBytes() / Math.max(1, (bytes + accumulators) * access.width());
        return isUseful && maxVectors >= MODEL.minVectors()
                ? Math.min(MODEL.maxVectors(), Integer.highestOneBit(maxVectors))
                : 0;
    }

    private static int registerBytes(Node value) {
        return Math.max(Integer.BYTES, value.dtype().byteSize());
    }

    private List<Buffer> contiguous(Stage stage) {
        return loops.vectorInputs(stage).stream()
                .filter(input -> access.stride(input).equals(Dim.ONE))
                .toList();
    }

    /** Returns false for an operand that all rows share: caches near the thread have it. */
    private boolean variesByRow(Buffer input) {
        return input.access().strides().subList(0, access.outerLoopCount()).stream()
                .anyMatch(stride -> !stride.equals(Dim.ZERO));
    }

    /** Returns the condition that the rows of this call fit in the registers of a team. */
    Expression fits() {
        Expression capacity = CodeBuilder.times(CodeBuilder.constant(vectors), RowThreadMapping.TEAM);
        Expression isShort = new Binary(Operator.LESS_EQUAL, RowThreadMapping.ACCESSES_PER_ROW, capacity);
        Expression isNonEmpty = CodeBuilder.less(CodeBuilder.constant(0), RowThreadMapping.ACCESSES_PER_ROW);
        return CodeBuilder.and(VectorAccess.VECTORIZED, CodeBuilder.and(isNonEmpty, isShort));
    }

    /** Declares the registers of a row. */
    void declare() {
        operands.stream()
                .sorted((first, second) -> Integer.compare(first.slot(), second.slot()))
                .forEach(operand -> declareArray(kept(operand)));
        kernel.body().saved().forEach(node -> declareArray(kept(node)));
    }

    /** Declares the accumulators of columns, for each vector of a thread. */
    void declareColumnAccumulators() {
        kernel.partials().forEach(reduction -> declareArray(access.accumulators(reduction)));
        forEachVector(vector -> access.forEachElement(() -> kernel.partials()
                .forEach(reduction ->
                        code.assign(element(access.accumulators(reduction)), new IdentityElement(reduction)))));
    }

    private void declareArray(Variable registers) {
        code.add(new DeclareArray(
                registers,
                AddressSpace.PRIVATE,
                List.of(CodeBuilder.constant(columnVectors()), CodeBuilder.constant(access.width()))));
    }

    private Variable kept(Buffer operand) {
        Variable loaded = loops.vectors.loaded(operand);
        return new Variable("row_" + loaded.name(), loaded.type());
    }

    private Variable kept(Node node) {
        return new Variable(emitter.names.rowBuffer(node), new Type.ScalarType(node.dtype()));
    }

    /** Emits the loops of a stage over the vectors of a thread: first the loads, which overlap, then the ops. */
    void lowerStage(Stage stage, GpuLoopEmitter.Loop loop) {
        loops.declareBases(stage);
        List<Buffer> loads = loads(stage);
        loads.stream().filter(input -> !operands.contains(input)).forEach(input -> declareArray(kept(input)));
        if (!loads.isEmpty()) {
            code.ifThenElse(
                    VectorAccess.ALIGNED,
                    () -> load(loads, loop, GpuLoopEmitter.WHOLE),
                    () -> load(loads, loop, GpuLoopEmitter.PARTIAL));
        }
        forEachVector(
                loop,
                () -> code.ifThen(isPresent(loop), () -> {
                    loops.vectorInputs(stage).stream()
                            .filter(input -> !operands.contains(input) && !loads.contains(input))
                            .forEach(input -> loops.loadVector(input, VectorAccess.ALIGNED));
                    loops.lowerVector(stage, loop, VectorAccess.ALIGNED, vector -> lowerElement(stage, loads, vector));
                }));
    }

    private void load(List<Buffer> operands, GpuLoopEmitter.Loop loop, Expression isWhole) {
        forEachVector(loop, () -> {
            // A load that depends on no branch can precede the others. The first vector exists in each row.
            Expression first = CodeBuilder.select(isPresent(loop), FIRST, CodeBuilder.constant(0));
            Variable loaded = code.declareInt("loaded", first);
            operands.forEach(operand ->
                    loops.loadVector(operand, new ArrayElement(kept(operand), List.of(VECTOR)), loaded, isWhole));
        });
    }

    /**
     * Returns the operands that a stage loads first: those of several stages, and all if it stores nothing, except those
     * that all rows share.
     */
    private List<Buffer> loads(Stage stage) {
        return contiguous(stage).stream()
                .filter(this::variesByRow)
                .filter(input -> operands.contains(input)
                        ? isFirstUse(stage, input)
                        : stage.stores().isEmpty())
                .toList();
    }

    private boolean isFirstUse(Stage stage, Buffer input) {
        return kernel.body().stages().stream()
                .filter(other -> other.inputs().contains(input))
                .findFirst()
                .filter(first -> first == stage)
                .isPresent();
    }

    private static Expression isPresent(GpuLoopEmitter.Loop loop) {
        return CodeBuilder.less(FIRST, loop.to());
    }

    private void forEachVector(GpuLoopEmitter.Loop loop, Runnable body) {
        Expression thread = CodeBuilder.plus(loop.threadIndex(), CodeBuilder.times(VECTOR, loop.threadCount()));
        forEachVector(vector -> {
            code.declareInt(FIRST.name(), CodeBuilder.times(CodeBuilder.constant(access.width()), thread));
            body.run();
        });
    }

    /** Emits an unrolled loop over the vectors of a thread. */
    void forEachVector(Consumer<Variable> body) {
        code.loop(
                VECTOR,
                CodeBuilder.constant(0),
                CodeBuilder.constant(columnVectors()),
                CodeBuilder.constant(1),
                Unroll.FULL,
                () -> body.accept(VECTOR));
    }

    private ArrayElement element(Variable registers) {
        return new ArrayElement(registers, List.of(VECTOR, VectorAccess.ELEMENT));
    }

    /** Emits the ops of an element. */
    private void lowerElement(Stage stage, List<Buffer> loads, ElementAccess vector) {
        RegisterAccess elements = new RegisterAccess(loads, vector);
        emitter.body.load(stage, elements);
        stage.restored().forEach(node -> emitter.body.declare(node, element(kept(node))));
        emitter.body.compute(stage.computed(), elements);
        stage.saved().forEach(node -> code.assign(element(kept(node)), emitter.body.operand(node)));
        emitter.body.accumulateAndStore(stage, elements);
    }

    /** Access to element {@code e} of a vector, with the operands of several stages in registers. */
    private final class RegisterAccess implements ElementAccess {

        private final List<Buffer> loads;
        private final ElementAccess vector;

        RegisterAccess(List<Buffer> loads, ElementAccess vector) {
            this.loads = loads;
            this.vector = vector;
        }

        @Override
        public Expression load(Buffer input) {
            boolean isKept = operands.contains(input) || loads.contains(input);
            return isKept ? element(kept(input)) : vector.load(input);
        }

        @Override
        public void store(Buffer output, Expression value) {
            vector.store(output, value);
        }

        @Override
        public void accumulate(Node reduction, Expression value) {
            if (kernel.partials().contains(reduction)) {
                ArrayElement accumulator = element(access.accumulators(reduction));
                loops.accumulateInRegister(reduction, accumulator, emitter.active, value);
            } else {
                vector.accumulate(reduction, value);
            }
        }

        @Override
        public Expression slice(Expression slice) {
            return vector.slice(slice);
        }
    }
}
