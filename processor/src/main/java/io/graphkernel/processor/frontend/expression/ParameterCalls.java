package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.Lambda;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.signature.RecordMethods;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/** Reader of {@code Parameters.forEach} and {@code sum}, which unrolls the lambda over the tensors. */
final class ParameterCalls {

    private final Javac javac;
    private final ExpressionReader expressions;
    private final OpCalls ops;

    ParameterCalls(Javac javac, ExpressionReader expressions, OpCalls ops) {
        this.javac = javac;
        this.expressions = expressions;
        this.ops = ops;
    }

    /** Returns true if a kernel method may call a method of {@code Parameters}. */
    static boolean isKnown(ExecutableElement method) {
        return method.getSimpleName().contentEquals("forEach")
                || method.getSimpleName().contentEquals("sum");
    }

    SymbolicValue read(TreePath path, MethodInvocationTree call, ExecutableElement method)
            throws RejectedTreeException {
        List<TreePath> arguments = new ArrayList<>();
        call.getArguments().forEach(argument -> arguments.add(child(path, argument)));
        TreePath action = arguments.remove(arguments.size() - 1);
        Map<String, List<TensorValue>> tensors = together(arguments);
        Lambda lambda = Lambda.of(javac, action, Diagnostic.ACTION_NOT_A_LAMBDA);
        List<SymbolicValue> values = new ArrayList<>();
        String name = Javac.text(arguments.get(0).getLeaf());
        for (Map.Entry<String, List<TensorValue>> entry : tensors.entrySet()) {
            javac.enter(entry.getKey().isEmpty() ? name : entry.getKey() + " of " + name);
            try {
                values.add(expressions.readLambda(lambda, method.getReturnType(), entry.getValue()));
            } finally {
                javac.leave();
            }
        }
        if (method.getSimpleName().contentEquals("forEach")) {
            return new NoValue();
        }
        if (values.isEmpty()) {
            TreePath single = arguments.get(0);
            throw javac.reject(single, Diagnostic.SUM_OF_NOTHING, Javac.text(single.getLeaf()));
        }
        return sum(path, lambda.body(), values);
    }

    private SymbolicValue sum(TreePath call, TreePath body, List<SymbolicValue> values) throws RejectedTreeException {
        SymbolicValue sum = values.get(0);
        for (SymbolicValue value : values.subList(1, values.size())) {
            sum = ops.add(call, body, sum, value);
        }
        return sum;
    }

    /** Returns, for each path, the tensors of all values at that path, in the order of the first value. */
    private Map<String, List<TensorValue>> together(List<TreePath> arguments) throws RejectedTreeException {
        List<Map<String, TensorValue>> values = new ArrayList<>();
        for (TreePath argument : arguments) {
            values.add(tensors(argument));
            requireSameStructure(arguments.get(0), values.get(0), argument, values.get(values.size() - 1));
        }
        Map<String, List<TensorValue>> together = new LinkedHashMap<>();
        for (String path : values.get(0).keySet()) {
            together.put(path, values.stream().map(tensors -> tensors.get(path)).toList());
        }
        return together;
    }

    private Map<String, TensorValue> tensors(TreePath argument) throws RejectedTreeException {
        SymbolicValue value = expressions.stepArrays().known(argument, expressions.read(argument, ""));
        expressions.arrays().requireAssigned(argument, value);
        new RecordMethods(javac).requirePlainAccessors(argument, ListTypes.bound(javac.type(argument)), value);
        Map<String, TensorValue> tensors = new LinkedHashMap<>();
        value.leaves().forEach((path, leaf) -> {
            if (leaf instanceof TensorValue tensor) {
                tensors.put(path, tensor);
            }
        });
        return tensors;
    }

    private void requireSameStructure(
            TreePath first, Map<String, TensorValue> expected, TreePath other, Map<String, TensorValue> given)
            throws RejectedTreeException {
        Optional<String> alone = Stream.concat(expected.keySet().stream(), given.keySet().stream())
                .filter(path -> !expected.containsKey(path) || !given.containsKey(path))
                .findFirst();
        if (alone.isPresent()) {
            String path = alone.get();
            TreePath owner = given.containsKey(path) ? other : first;
            String ownerText = Javac.text(owner.getLeaf());
            throw javac.reject(
                    other,
                    Diagnostic.STRUCTURES_DIFFER,
                    Javac.text(other.getLeaf()),
                    Javac.text(first.getLeaf()),
                    path.isEmpty() ? ownerText + " is a tensor" : "only " + ownerText + " has " + path);
        }
    }
}
