package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFunctionReader;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.NumberReader;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.type.TypeKind;

/** Reader of calls of {@code Elementwise}, which apply functions of elements to tensors. */
final class ElementCalls {

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final ElementFunctionReader functions;

    ElementCalls(
            Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions, NumberReader numbers) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.functions = new ElementFunctionReader(javac, scope, numbers);
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, String label) throws RejectedTreeException {
        int count = call.getArguments().size() - 1;
        TreePath argument = child(path, call.getArguments().get(count));
        List<TypeKind> types = functions.parameterTypes(argument);
        List<Node> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operands.add(
                    operand(javac, expressions, child(path, call.getArguments().get(i)), types.get(i)));
        }
        boolean isRecord = javac.type(path).getKind() == TypeKind.ARRAY;
        ElementFunctionReader.Result read = functions.read(argument, types, isRecord);
        operands.addAll(read.captured());
        if (graph.opCount() >= BodyGraph.MAX_OPS) {
            throw KernelCalls.tooManyOps(javac, path, graph, 1);
        }
        try {
            List<TensorValue> results = new ArrayList<>();
            for (ScalarFunction function : read.functions()) {
                Attributes attributes = Attributes.NONE.with(ScalarFunction.ATTRIBUTE, function.text());
                results.add(new TensorValue(
                        graph.builder().operation(BasicOps.MAP, operands, attributes, label, javac.origin(path))));
            }
            return isRecord ? ArrayValue.fixed(results) : results.get(0);
        } catch (TypeException e) {
            throw javac.reject(
                    child(path, call.getMethodSelect()), Diagnostic.ELEMENT_SHAPES, Javac.text(call), e.getMessage());
        }
    }

    /** Reads an operand, whose dtype must be that of the function's parameter. */
    static Node operand(Javac javac, ExpressionReader expressions, TreePath argument, TypeKind type)
            throws RejectedTreeException {
        if (!(expressions.read(argument, "") instanceof TensorValue tensor)) {
            throw expressions.unsupported(argument);
        }
        DataType dtype = tensor.node().dtype();
        DataType expected = ElementFunctionReader.dtype(type);
        if (dtype != expected) {
            String java = ScalarArithmetic.javaName(type);
            String text = Javac.text(argument.getLeaf());
            throw javac.reject(argument, Diagnostic.ELEMENT_DTYPE, text, dtype, java, expected);
        }
        return tensor.node();
    }
}
