package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.AxesValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DTypeValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reads calls of {@code Ops}. The parameter types of the Java method say what an argument is: {@code Tensor} and
 * {@code double} are operands, {@code int} and {@code int[]} axes, {@code boolean} keeps dims, {@code DType} is a
 * dtype.
 */
final class OpCalls {

    /** The dtypes that kernels compute in. */
    static final Set<DType> COMPUTED = EnumSet.of(DType.F32, DType.BOOL);

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    OpCalls(Javac javac, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
    }

    Value read(TreePath path, MethodInvocationTree call, ExecutableElement method, String opName, String label)
            throws Rejected {
        TreePath select = child(path, call.getMethodSelect());
        Optional<OpRow> row = OpTable.get().find(opName);
        if (row.isEmpty()) {
            throw javac.reject(select, Diagnostic.OP_NOT_SUPPORTED, method.getSimpleName());
        }
        OpArguments arguments = new OpArguments(method.getSimpleName().toString(), row.get(), select);
        for (int i = 0; i < call.getArguments().size(); i++) {
            TypeMirror type = method.getParameters().get(i).asType();
            read(child(path, call.getArguments().get(i)), type, arguments);
        }
        try {
            return graph.operation(row.get(), arguments.operands(), arguments.attributes(), label, javac.origin(path));
        } catch (TypeException e) {
            throw new TypeProblem(javac, arguments, graph.builder()::current).report(e);
        } catch (NoTemplateException e) {
            throw new TypeProblem(javac, arguments, graph.builder()::current).report(e);
        }
    }

    private void read(TreePath path, TypeMirror type, OpArguments arguments) throws Rejected {
        ExpressionTree tree = (ExpressionTree) path.getLeaf();
        if (javac.isTensor(type) || type.getKind() == TypeKind.DOUBLE) {
            Value value = expressions.read(path, "");
            if (!(value instanceof TensorValue) && !Scalars.isScalar(value)) {
                throw expressions.unsupported(path);
            }
            String label = tree instanceof IdentifierTree identifier
                    ? identifier.getName().toString()
                    : "";
            arguments.operand(path, graph.operand(value, label));
        } else {
            arguments.attribute(path, attributeName(type), attribute(path, type, arguments));
        }
    }

    private String attributeName(TypeMirror type) {
        return switch (type.getKind()) {
            case INT, ARRAY -> Attributes.AXES;
            case BOOLEAN -> Attributes.KEEP_DIMS;
            default -> Attributes.DTYPE;
        };
    }

    private Object attribute(TreePath path, TypeMirror type, OpArguments arguments) throws Rejected {
        Value value = expressions.read(path, "");
        if (value instanceof ConstantValue constant) {
            return type.getKind() == TypeKind.BOOLEAN
                    ? constant.value()
                    : List.of((Long) ConstantArithmetic.convert(constant.value(), TypeKind.LONG));
        }
        if (value instanceof AxesValue axes) {
            return axes.axes();
        }
        if (value instanceof DTypeValue dtype) {
            if (!COMPUTED.contains(dtype.dtype())) {
                String result = "the result of " + arguments.javaName();
                throw javac.reject(path, Diagnostic.UNSUPPORTED_DTYPE, result, dtype.dtype());
            }
            return dtype.dtype().text();
        }
        String role = switch (type.getKind()) {
            case INT, ARRAY -> "the axis";
            case BOOLEAN -> "whether dims are kept";
            default -> "the dtype";
        };
        throw javac.reject(
                path, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(path.getLeaf()), arguments.javaName(), role);
    }

    /** The arguments of one call and where they stand. */
    static final class OpArguments {

        private final String javaName;
        private final OpRow row;
        private final TreePath select;
        private final List<Node> operands = new ArrayList<>();
        private final List<TreePath> operandPaths = new ArrayList<>();
        private Attributes attributes = Attributes.NONE;
        private TreePath axesPath;

        OpArguments(String javaName, OpRow row, TreePath select) {
            this.javaName = javaName;
            this.row = row;
            this.select = select;
            this.axesPath = select;
            if (row.takesAxes()) {
                attributes = attributes.with(Attributes.AXES, List.of());
            }
            if (row.takesKeepDims()) {
                attributes = attributes.with(Attributes.KEEP_DIMS, false);
            }
        }

        private void operand(TreePath path, Node node) {
            operandPaths.add(path);
            operands.add(node);
        }

        private void attribute(TreePath path, String name, Object value) {
            attributes = attributes.with(name, value);
            if (name.equals(Attributes.AXES)) {
                axesPath = path;
            }
        }

        String javaName() {
            return javaName;
        }

        OpRow row() {
            return row;
        }

        TreePath select() {
            return select;
        }

        List<Node> operands() {
            return operands;
        }

        TreePath operandPath(int index) {
            return operandPaths.get(index);
        }

        Attributes attributes() {
            return attributes;
        }

        /** The argument that gives the axes; the op's name if there is none. */
        TreePath axesPath() {
            return axesPath;
        }
    }
}
