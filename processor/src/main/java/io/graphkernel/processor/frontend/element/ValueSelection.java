package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.lang.model.type.TypeKind;

/** Selection of one of two values by a condition that is known only when the kernels run. */
public final class ValueSelection {

    private final Javac javac;
    private final BodyGraph graph;
    private final TensorNumbers numbers;

    /**
     * Creates a selection.
     *
     * @param javac services of javac, for messages
     * @param graph graph that receives the ops
     * @param numbers arithmetic on numbers that depend on elements
     */
    public ValueSelection(Javac javac, BodyGraph graph, TensorNumbers numbers) {
        this.javac = javac;
        this.graph = graph;
        this.numbers = numbers;
    }

    /**
     * Returns the values that a condition selects.
     *
     * @param path the branch
     * @param condition a condition, which is not a constant
     * @param yes value if the condition holds
     * @param no value of the same kind otherwise
     * @return a value of that kind
     * @throws RejectedTreeException if the values differ in kind or types
     */
    public SymbolicValue select(TreePath path, SymbolicValue condition, SymbolicValue yes, SymbolicValue no)
            throws RejectedTreeException {
        return select(path, condition, yes, no, TypeKind.DECLARED);
    }

    /**
     * Returns the values that a condition selects.
     *
     * @param path the branch
     * @param condition a condition, which is not a constant
     * @param yes value if the condition holds
     * @param no value of the same kind otherwise
     * @param type type to which numbers are converted, if it is primitive
     * @return a value of that kind
     * @throws RejectedTreeException if the values differ in kind or types
     */
    public SymbolicValue select(
            TreePath path, SymbolicValue condition, SymbolicValue yes, SymbolicValue no, TypeKind type)
            throws RejectedTreeException {
        if (type.isPrimitive()) {
            return numbers.select(path, condition, yes, no, type);
        }
        Node holds = numbers.tensor(path, condition, TypeKind.BOOLEAN).node();
        List<SymbolicValue> selected = new ArrayList<>();
        Iterator<SymbolicValue> others = no.leaves().values().iterator();
        if (!yes.leaves().keySet().equals(no.leaves().keySet())) {
            throw differ(path, yes, no);
        }
        for (SymbolicValue leaf : yes.leaves().values()) {
            SymbolicValue other = others.next();
            if (leaf instanceof TensorValue a && other instanceof TensorValue b) {
                selected.add(new TensorValue(select(path, holds, a.node(), b.node())));
            } else if (leaf.equals(other)) {
                selected.add(leaf);
            } else if (isNumber(leaf) && isNumber(other)) {
                selected.add(numbers.select(path, condition, leaf, other, TensorNumbers.type(leaf)));
            } else {
                throw differ(path, leaf, other);
            }
        }
        Iterator<SymbolicValue> leaves = selected.iterator();
        return yes.withLeaves(leaf -> leaves.next());
    }

    private static boolean isNumber(SymbolicValue value) {
        return ScalarArithmetic.isScalar(value) || DimArithmetic.isDim(value) || value instanceof TensorNumber;
    }

    private Node select(TreePath path, Node condition, Node yes, Node no) throws RejectedTreeException {
        GraphBuilder builder = graph.builder();
        Node a = builder.current(yes);
        Node b = builder.current(no);
        try {
            if (!a.type().equals(b.type())) {
                throw javac.reject(
                        path,
                        Diagnostic.BRANCH_VALUES_DIFFER,
                        "'" + Javac.text(path.getLeaf()) + "'",
                        a.type(),
                        b.type());
            }
            return a == b
                    ? a
                    : builder.operation("Select", List.of(condition, a, b), Attributes.NONE, "", javac.origin(path));
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.BRANCH_NOT_COMPILED, e.getMessage(), "declare the dims of the tensors");
        }
    }

    private RejectedTreeException differ(TreePath path, SymbolicValue yes, SymbolicValue no) {
        return javac.reject(
                path,
                Diagnostic.BRANCH_VALUES_DIFFER,
                "'" + Javac.text(path.getLeaf()) + "'",
                "a value of " + yes.leaves().size() + " tensors and numbers",
                "another value of " + no.leaves().size());
    }
}
