package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.GraphOp;
import io.graphkernel.annotations.ModelKernel;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.advice.CallAdvice;
import io.graphkernel.processor.frontend.advice.TypeProblem;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ConstantArithmetic;
import io.graphkernel.processor.frontend.value.ConstantMath;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Reader of method calls, dispatching on the element of the called method. */
final class CallReader {

    private final Javac javac;
    private final ExpressionReader expressions;
    private final OpCalls ops;
    private final KernelCalls kernels;
    private final HelperCalls helpers;
    private final GradientCalls gradients;
    private final ParameterCalls parameters;
    private final ConstantTensorReader constants;
    private final ElementCalls elements;
    private final AttentionCalls attention;
    private final ScanCalls scans;
    private final ElementReads reads;
    private final BodyGraph graph;

    CallReader(
            Javac javac,
            VariableScope scope,
            BodyGraph graph,
            KernelCalls kernels,
            HelperCalls helpers,
            ExpressionReader expressions,
            IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.expressions = expressions;
        this.ops = new OpCalls(javac, graph, expressions, remainders);
        this.kernels = kernels;
        this.helpers = helpers;
        this.gradients = new GradientCalls(javac, graph, expressions, kernels.gradientLookup());
        this.parameters = new ParameterCalls(javac, expressions, ops);
        this.constants = new ConstantTensorReader(javac, graph, expressions);
        this.scans = new ScanCalls(javac, scope, graph, expressions, remainders);
        this.elements = new ElementCalls(javac, scope, graph, expressions, new NumberReader(javac, graph, remainders));
        this.attention =
                new AttentionCalls(javac, scope, graph, expressions, new NumberReader(javac, graph, remainders));
        this.reads = new ElementReads(javac, graph, expressions);
        this.graph = graph;
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, String label) throws RejectedTreeException {
        TreePath select = child(path, call.getMethodSelect());
        if (!(javac.element(select) instanceof ExecutableElement method)) {
            throw new RejectedTreeException();
        }
        String owner =
                ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
        GraphOp op = method.getAnnotation(GraphOp.class);
        if (op != null) {
            String name = Javac.known(op::value).orElseThrow(RejectedTreeException::new);
            return ops.read(path, call, method, name, label);
        }
        if (method.getAnnotation(GraphKernel.class) != null || method.getAnnotation(ModelKernel.class) != null) {
            return kernels.read(path, call, method, graph, expressions);
        }
        if (owner.equals(RuntimeTypeNames.GRADIENTS)) {
            return gradients.read(path, call, method);
        }
        if (owner.equals(RuntimeTypeNames.ELEMENTWISE)) {
            return elements.read(path, call, label);
        }
        if (owner.equals(RuntimeTypeNames.FLEX_ATTENTION)) {
            return attention.read(path, call);
        }
        if (owner.equals(RuntimeTypeNames.SCANS)) {
            return scans.read(path, call, method);
        }
        if (owner.equals(RuntimeTypeNames.PARAMETERS) && ParameterCalls.isKnown(method)) {
            return parameters.read(path, call, method);
        }
        if (owner.equals(RuntimeTypeNames.OPS) && method.isVarArgs()) {
            return array(path, call);
        }
        if (owner.equals(RuntimeTypeNames.LIST) || owner.equals(RuntimeTypeNames.ARRAY_LIST)) {
            Optional<SymbolicValue> value = expressions
                    .arrays()
                    .ofList(path, call, method.getSimpleName().toString());
            if (value.isPresent()) {
                return value.get();
            }
        }
        if (owner.equals(RuntimeTypeNames.TENSOR) && method.getSimpleName().contentEquals("of")) {
            return constants.read(path, call, method, label);
        }
        if (owner.equals(RuntimeTypeNames.TENSOR) && call.getMethodSelect() instanceof MemberSelectTree access) {
            return ofTensor(path, call, method, child(select, access.getExpression()));
        }
        if (ConstantMath.isFunction(owner, method)) {
            return mathematics(path, call, method);
        }
        Optional<SymbolicValue> ofObject = helpers.ofObject(path, call, method);
        if (ofObject.isPresent()) {
            return ofObject.get();
        }
        if (method.getModifiers().contains(Modifier.STATIC) && helpers.isHelper(method)) {
            return helpers.read(path, call, method, null);
        }
        throw notAKernel(select, call, method);
    }

    private RejectedTreeException notAKernel(TreePath select, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        if (select.getLeaf() instanceof MemberSelectTree access
                && access.getExpression() instanceof IdentifierTree receiver
                && javac.element(child(select, receiver)) instanceof VariableElement variable) {
            // A rejected variable is not reported again.
            expressions.requireKnown(variable);
        }
        boolean ownSource =
                javac.trees().getTree(method) != null && method.getModifiers().contains(Modifier.STATIC);
        String name = CallAdvice.name(call.getMethodSelect());
        String advice = ownSource ? ownMethodAdvice(name, method) : CallAdvice.of(javac, call, method);
        return javac.reject(select, Diagnostic.NOT_A_KERNEL, name, advice);
    }

    private static String ownMethodAdvice(String name, ExecutableElement method) {
        return method.getTypeParameters().isEmpty()
                ? "declare the parameters and the result of " + name
                        + " as tensors, primitive types, enums, strings, or records and arrays of tensors"
                : "remove the type parameters of " + name;
    }

    /** Reads {@code Ops.axes(0, 1)}, also with an array argument. */
    private SymbolicValue array(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        boolean array = call.getArguments().size() == 1
                && javac.type(child(path, call.getArguments().get(0))).getKind() == TypeKind.ARRAY;
        return array
                ? expressions.read(child(path, call.getArguments().get(0)), "")
                : expressions.arrays().elements(path, call.getArguments());
    }

    /** Reads {@code x.dimension(0)}, {@code x.rank()} or {@code x.get()}. */
    private SymbolicValue ofTensor(
            TreePath path, MethodInvocationTree call, ExecutableElement method, TreePath receiver)
            throws RejectedTreeException {
        String name = method.getSimpleName().toString();
        boolean ofShape = name.equals("dimension") || name.equals("rank");
        if (!ofShape && !ElementReads.isRead(name) || !(expressions.read(receiver, "") instanceof TensorValue tensor)) {
            throw notAKernel(child(path, call.getMethodSelect()), call, method);
        }
        if (ofShape) {
            expressions.readShape(receiver);
        }
        Node current = graph.builder().current(tensor.node());
        Shape shape = current.shape();
        if (shape.isUnranked()) {
            String facts = "the number of axes of " + String.join(", ", shape.parameters()) + " is not declared";
            throw TypeProblem.shapeNeeded(javac, receiver, name, facts, tensor.node());
        }
        if (!ofShape) {
            return reads.read(path, call, name, current);
        }
        if (name.equals("rank") && shape.batchDims().isPresent()) {
            throw javac.reject(
                    path,
                    Diagnostic.RANK_UNKNOWN,
                    Javac.text(call),
                    "the dots of " + shape + " stand for any number of axes",
                    "declare all axes, for example @TensorType(\"f32[n, d]\")");
        }
        return name.equals("rank") ? new ConstantValue(shape.rank()) : dimension(path, call, shape);
    }

    private SymbolicValue dimension(TreePath path, MethodInvocationTree call, Shape shape)
            throws RejectedTreeException {
        TreePath axis = child(path, call.getArguments().get(0));
        String text = Javac.text(axis.getLeaf());
        SymbolicValue position = expressions.scalars().readNumber(axis);
        expressions.scalars().requireKnownBefore(axis, position);
        if (!(position instanceof ConstantValue constant)) {
            throw javac.reject(axis, Diagnostic.NON_CONSTANT_ATTRIBUTE, text, "dimension", "the axis");
        }
        try {
            long number = (Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG);
            if (shape.batchDims().isPresent()
                    && (number >= 0 || number < -shape.trailing().size())) {
                throw javac.reject(
                        axis,
                        Diagnostic.RANK_UNKNOWN,
                        Javac.text(call),
                        "the dots of " + shape + " stand for any number of axes",
                        TypeProblem.trailingAxisAdvice(shape));
            }
            return DimValue.of(shape.dims().get(Axes.normalized(shape, number)), TypeKind.LONG);
        } catch (TypeException e) {
            throw javac.reject(
                    axis,
                    Diagnostic.AXIS_OUT_OF_RANGE,
                    "'" + Javac.text(call) + "'",
                    text,
                    e.getMessage(),
                    TypeProblem.axisAdvice(e.rank()));
        }
    }

    private SymbolicValue mathematics(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<SymbolicValue> arguments = new ArrayList<>();
        boolean constant = true;
        boolean sizes = false;
        boolean ofTensors = false;
        for (int i = 0; i < call.getArguments().size(); i++) {
            VariableElement parameter = method.getParameters().get(i);
            TreePath argumentPath = child(path, call.getArguments().get(i));
            SymbolicValue argument = expressions.scalars().readNumber(argumentPath);
            boolean size = DimArithmetic.isDim(argument);
            sizes |= size;
            ofTensors |= argument instanceof TensorNumber;
            arguments.add(
                    size || argument instanceof TensorNumber
                            ? argument
                            : ScalarArithmetic.convert(
                                    argument, parameter.asType().getKind()));
            constant &= argument instanceof ConstantValue;
        }
        if (ofTensors) {
            return ofTensors(path, call, method, arguments);
        }
        if (sizes && method.getSimpleName().contentEquals("toIntExact")) {
            return expressions.conversion().narrowed(path, TypeKind.INT, (DimValue) arguments.get(0));
        }
        if (sizes) {
            Optional<SymbolicValue> size =
                    DimArithmetic.call(method.getSimpleName().toString(), arguments);
            return size.isPresent() ? size.get() : ofTensors(path, call, method, arguments);
        }
        if (!constant) {
            String name =
                    ((TypeElement) method.getEnclosingElement()).getQualifiedName() + "." + method.getSimpleName();
            return ScalarArithmetic.call(name, arguments, method.getReturnType().getKind());
        }
        Object[] values =
                arguments.stream().map(value -> ((ConstantValue) value).value()).toArray();
        return new ConstantValue(evaluate(path, call, method, values));
    }

    private SymbolicValue ofTensors(
            TreePath path, MethodInvocationTree call, ExecutableElement method, List<SymbolicValue> arguments)
            throws RejectedTreeException {
        String owner =
                ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
        String name = method.getSimpleName().toString();
        Optional<SymbolicValue> result = expressions.tensorNumbers().call(path, owner, name, types(method), arguments);
        if (result.isEmpty()) {
            throw notAKernel(child(path, call.getMethodSelect()), call, method);
        }
        return result.get();
    }

    private static List<TypeKind> types(ExecutableElement method) {
        return method.getParameters().stream()
                .map(parameter -> parameter.asType().getKind())
                .toList();
    }

    private Object evaluate(TreePath path, MethodInvocationTree call, ExecutableElement method, Object[] values)
            throws RejectedTreeException {
        List<TypeKind> types = types(method);
        Optional<Object> value;
        try {
            String owner = ((TypeElement) method.getEnclosingElement())
                    .getQualifiedName()
                    .toString();
            value = ConstantMath.evaluate(owner, method.getSimpleName().toString(), types, values);
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(call), e.getMessage());
        }
        if (value.isEmpty()) {
            throw notAKernel(child(path, call.getMethodSelect()), call, method);
        }
        return value.get();
    }
}
