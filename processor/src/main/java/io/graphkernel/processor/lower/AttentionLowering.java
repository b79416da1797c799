package io.graphkernel.processor.lower;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.AttentionExpansion;
import io.graphkernel.op.RemovedKeys;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.AttentionDims;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lowering of attention by a score function: the function, and an entry point that calls the target's template with the
 * sizes, the scale, and the addresses of all operands.
 */
public final class AttentionLowering {

    /** Number of arguments of the template that are names: two functions, the dtype, and that of keys and values. */
    public static final int NAMES = 4;

    private static final int MAX_FURTHER = 2;
    private static final int STRIDES = 4;
    /** Strides of scales of rows: along batch, head and row. */
    private static final int SCALE_STRIDES = 3;

    private static final Expression NONE = CodeBuilder.constant(0);

    private final ScheduledKernel kernel;
    private final KernelNames names;
    private final Node node;
    private final ScalarFunction function;
    /** Mask of the lanes of a vector that have an element; null for scalars. */
    private final Expression lanes;

    /**
     * Creates the lowering of a kernel.
     *
     * @param kernel a kernel of attention
     * @param names identifiers of its values
     * @param lanes mask of the lanes of a vector that have an element; null for scalars
     */
    public AttentionLowering(ScheduledKernel kernel, KernelNames names, Expression lanes) {
        this.kernel = kernel;
        this.names = names;
        this.lanes = lanes;
        node = kernel.attention();
        try {
            function = ScalarFunction.parse(node.attributes().text(ScalarFunction.ATTRIBUTE))
                    .withoutComposites();
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the ops of the function of a score.
     *
     * @param kernel a kernel of attention
     * @return ops on numbers
     */
    public static Stream<Node> functionOps(ScheduledKernel kernel) {
        return new AttentionLowering(kernel, null, null).function.body().operations().stream();
    }

    /** Returns the number of further operands of the function. */
    public int further() {
        return AttentionDims.further(node).size();
    }

    /** Returns the dtype of query, key and value. */
    public DataType dtype() {
        return node.dtype();
    }

    /** Returns the storage dtype of key and value. */
    public DataType keyDtype() {
        return node.operands().get(1).dtype();
    }

    /** Returns true if the rows of keys and values have scales. */
    public boolean hasRowScales() {
        return AttentionDims.scales(node) > 0;
    }

    /** Returns true if each query has bounds of its keys. */
    public boolean isRagged() {
        return AttentionDims.bounds(node) > 0;
    }

    /** Returns the name of the function of a score. */
    public String scoreName() {
        return kernel.name() + "_score";
    }

    /** Returns the name of the function of the keys that are removed. */
    public String removedName() {
        return kernel.name() + "_removed";
    }

    /** Returns true if the kernel is the gradient. */
    public boolean isGradient() {
        return AttentionDims.isGradient(node);
    }

    /** Returns the name of the derivative of the function by the score. */
    public String slopeName() {
        return kernel.name() + "_slope";
    }

    /** Returns the derivative of the function by the score. */
    public Function slope() {
        try {
            return lowered(slopeName(), function.adjoint(0).withoutComposites());
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the function of a score. */
    public Function score() {
        return lowered(scoreName(), function);
    }

    /** Returns the function that is minus infinity for removed keys; empty if none are known to be removed. */
    public Optional<Function> removed() {
        return RemovedKeys.of(function).map(removed -> lowered(removedName(), removed));
    }

    /** Lowers a function of the score, its indices, two further operands, and numbers of the argument block. */
    private Function lowered(String name, ScalarFunction lowered) {
        CodeBuilder code = new CodeBuilder();
        Graph body = lowered.body();
        KernelNames own = new KernelNames(body);
        StageLowering stage = new StageLowering(kernel, own, code) {
            @Override
            protected Expression lanesInUse() {
                return lanes == null ? super.lanesInUse() : lanes;
            }
        };
        List<Variable> parameters = new ArrayList<>();
        int varying = AttentionExpansion.SCORE_PARAMETERS + further();
        for (int i = 0; i < AttentionExpansion.SCORE_PARAMETERS + MAX_FURTHER; i++) {
            parameters.add(
                    i < varying
                            ? (Variable) stage.operand(body.parameters().get(i).node())
                            : new Variable("further_" + i, new Type.ScalarType(DataType.F32)));
        }
        int first = AttentionDims.scale(node) + 1 + AttentionDims.scales(node) + AttentionDims.bounds(node) + further();
        List<Node> numbers = node.operands().subList(first, node.operands().size());
        declareSizes(numbers, code);
        for (int i = 0; i < numbers.size(); i++) {
            stage.declare(body.parameters().get(varying + i).node(), number(numbers.get(i)));
        }
        for (int i = varying + numbers.size(); i < body.parameters().size(); i++) {
            // The cotangent of a derivative.
            Node cotangent = body.parameters().get(i).node();
            stage.declare(cotangent, new Expression.ScalarConstant(Node.constant(1.0, cotangent.dtype())));
        }
        stage.compute(body.operations());
        code.add(new Statement.ReturnValue(stage.operand(body.outputs().get(0).node())));
        return code.function(name, Function.Kind.ELEMENT_FUNCTION, parameters);
    }

    /** Returns a number of the call, wherever it is read. */
    private Expression number(Node number) {
        if (number.kind() == Node.Kind.CONSTANT) {
            return new Expression.ScalarConstant(number);
        }
        int scalar = kernel.layout().scalars().indexOf(number);
        if (scalar >= 0) {
            return new Expression.Argument(
                    new Type.ScalarType(number.dtype()), kernel.layout().scalarSlot() + scalar);
        }
        if (number.kind() == Node.Kind.DIMENSION) {
            Dim product = Dim.product(number.attributes().dims());
            return new Expression.IntToScalar(number.dtype(), CodeBuilder.size(product));
        }
        throw new IllegalStateException(number + " is not a number of a call");
    }

    /** Declares the sizes whose products are numbers of the call. */
    private void declareSizes(List<Node> numbers, CodeBuilder code) {
        Set<String> used = new HashSet<>();
        numbers.stream()
                .filter(number -> number.kind() == Node.Kind.DIMENSION)
                .forEach(number -> number.attributes().dims().forEach(dim -> used.addAll(dim.symbols())));
        List<Dim.Symbol> dims = kernel.layout().dims();
        for (int i = 0; i < dims.size(); i++) {
            String name = dims.get(i).name();
            if (used.contains(name)) {
                code.declareInt64(
                        KernelNames.size(name),
                        ArgumentLowering.integer(kernel.layout().dimSlot() + i));
            }
        }
    }

    /**
     * Returns the entry points, which call the prelude's function {@code attention}, or those of the gradient. The
     * arguments are the names of the functions and of the dtypes, the sizes, the scale, and the addresses of query, key,
     * value and result. A gradient has the address of the cotangent before the result, and that of memory for three
     * numbers per query after it. The address and the strides of each further operand follow, then those of the scales
     * of keys and of values, then the addresses of both bounds.
     */
    public List<Function> entryPoints() {
        return isGradient()
                ? List.of(
                        entryPoint(kernel.name(), "attention_gradient"),
                        entryPoint(kernel.name() + "_finish", "attention_keys"))
                : List.of(entryPoint(kernel.name(), "attention"));
    }

    private Function entryPoint(String name, String template) {
        int scale = AttentionDims.scale(node);
        CodeBuilder code = new CodeBuilder();
        StageLowering stage = new StageLowering(kernel, names, code);
        new ArgumentLowering(stage).declareArguments();
        AttentionDims dims = AttentionDims.of(node);
        List<Expression> arguments = new ArrayList<>(List.of(
                CodeBuilder.int64Variable(scoreName()),
                secondName(),
                CodeBuilder.int64Variable(dtype().name()),
                CodeBuilder.int64Variable(keyDtype().name())));
        for (Dim dim :
                List.of(dims.heads(), dims.queries(), dims.keys(), dims.size(), dims.groups(), dims.headQueries())) {
            arguments.add(CodeBuilder.size(dim));
        }
        arguments.add(stage.operand(node.operands().get(scale)));
        List<Buffer> inputs = kernel.buffers().inputs();
        for (Buffer buffer : inputs.subList(0, scale)) {
            arguments.add(address(stage, buffer));
        }
        arguments.add(address(stage, kernel.buffers().outputs().get(0)));
        if (isGradient()) {
            arguments.add(new Expression.Argument(
                    Type.PointerType.BYTES, kernel.layout().partialSlot()));
        }
        List<Buffer> others = inputs.subList(scale, inputs.size());
        int scales = dims.scaleStrides().size();
        int bounds = AttentionDims.bounds(node);
        List<Buffer> further = others.subList(scales + bounds, others.size());
        addStrided(stage, arguments, further, dims.strides(), MAX_FURTHER, STRIDES);
        addStrided(stage, arguments, others, dims.scaleStrides(), AttentionExpansion.SCALES, SCALE_STRIDES);
        for (int i = 0; i < AttentionExpansion.BOUNDS; i++) {
            arguments.add(i < bounds ? address(stage, others.get(scales + i)) : NONE);
        }
        code.exprStatement(CodeBuilder.call(template, arguments.toArray(Expression[]::new)));
        return code.function(name, Function.Kind.ENTRY_POINT, List.of());
    }

    /** Adds the address and the strides of each operand, and zeros in place of absent ones. */
    private static void addStrided(
            StageLowering stage,
            List<Expression> arguments,
            List<Buffer> operands,
            List<List<Dim>> strides,
            int count,
            int axes) {
        for (int i = 0; i < count; i++) {
            boolean isPresent = i < strides.size();
            arguments.add(isPresent ? address(stage, operands.get(i)) : NONE);
            for (int axis = 0; axis < axes; axis++) {
                arguments.add(isPresent ? CodeBuilder.size(strides.get(i).get(axis)) : NONE);
            }
        }
    }

    /** Returns the name of the second function: the slope for a gradient, else that of removed keys, if any. */
    private Expression secondName() {
        if (isGradient()) {
            return CodeBuilder.int64Variable(slopeName());
        }
        return RemovedKeys.of(function).isPresent() ? CodeBuilder.int64Variable(removedName()) : NONE;
    }

    private static Expression address(StageLowering stage, Buffer buffer) {
        Dim offset = buffer.access().offset();
        Variable pointer = stage.pointer(buffer);
        return offset.equals(Dim.ZERO) ? pointer : new Expression.Offset(pointer, CodeBuilder.size(offset));
    }
}
