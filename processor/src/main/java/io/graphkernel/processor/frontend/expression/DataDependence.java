package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/**
 * Analysis of the conditions of a loop before the loop is read: they may depend on elements of tensors, on numbers of the
 * call, or on sizes, directly or through variables that the loop assigns.
 */
final class DataDependence {

    private final Javac javac;
    private final VariableScope scope;
    private final TreePath loop;
    /** Arrays and lists over whose elements the loop, or one inside it, iterates, by its variable. */
    private final Map<Element, TreePath> elements = new HashMap<>();

    DataDependence(Javac javac, VariableScope scope, TreePath loop) {
        this.javac = javac;
        this.scope = scope;
        this.loop = loop;
        new ElementLoops().scan(loop, null);
    }

    /**
     * Returns true if an expression is not known at compile time.
     *
     * @param expression part of the loop
     * @throws RejectedTreeException if a variable was rejected
     */
    boolean isOpen(TreePath expression) throws RejectedTreeException {
        Scanner scanner = new Scanner();
        scanner.scan(expression, null);
        if (scanner.rejected != null) {
            throw scanner.rejected;
        }
        return scanner.isOpen;
    }

    private final class Scanner extends TreePathScanner<Void, Void> {

        private final Set<Element> known = new HashSet<>();
        private boolean isOpen;
        private RejectedTreeException rejected;

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
            TreePath path = getCurrentPath();
            boolean isNumber =
                    javac.type(path) != null && javac.type(path).getKind().isPrimitive();
            if (isNumber && javac.element(child(path, tree.getMethodSelect())) instanceof ExecutableElement method) {
                String name = method.getSimpleName().toString();
                boolean ofTensor = tree.getMethodSelect() instanceof MemberSelectTree select
                        && isTensor(child(child(path, select), select.getExpression()));
                isOpen |= ofTensor
                        ? ElementReads.isRead(name) || name.equals("dimension") && isOpenSize(tree)
                        : takesTensor(tree);
            }
            return super.visitMethodInvocation(tree, null);
        }

        private boolean takesTensor(MethodInvocationTree call) {
            for (ExpressionTree argument : call.getArguments()) {
                if (isTensor(child(getCurrentPath(), argument))) {
                    return true;
                }
            }
            return false;
        }

        /** Returns true unless the tensor is a variable before the loop whose dims are all constants. */
        private boolean isOpenSize(MethodInvocationTree call) {
            TreePath select = child(getCurrentPath(), call.getMethodSelect());
            TreePath receiver = child(select, ((MemberSelectTree) select.getLeaf()).getExpression());
            Optional<SymbolicValue> value =
                    receiver.getLeaf() instanceof IdentifierTree ? value(javac.element(receiver)) : Optional.empty();
            return value.isPresent()
                    && value.get() instanceof TensorValue tensor
                    && !isKnown(tensor.node().shape());
        }

        private static boolean isKnown(Shape shape) {
            return !shape.isUnranked()
                    && shape.batchDims().isEmpty()
                    && shape.dims().stream().allMatch(Dim.Constant.class::isInstance);
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
            Element element = javac.element(getCurrentPath());
            if (element != null) {
                isOpen |= elements.containsKey(element)
                        ? isOpenElement(elements.get(element), component(getCurrentPath()))
                        : value(element).filter(DataDependence::isOpen).isPresent();
                if (!isOpen && known.add(element)) {
                    new Assignments(element, this).scan(loop, null);
                }
            }
            return null;
        }

        /**
         * Returns true if the number of an element is not known.
         *
         * @param values the array or list
         * @param component name of the component that is read; empty for the element
         */
        private boolean isOpenElement(TreePath values, String component) {
            Optional<SymbolicValue> value =
                    values.getLeaf() instanceof IdentifierTree ? value(javac.element(values)) : Optional.empty();
            if (value.isEmpty()) {
                scan(values, null);
                return isOpen;
            }
            return DataDependence.isOpen(value.get(), component);
        }

        private Optional<SymbolicValue> value(Element element) {
            try {
                return scope.find(element);
            } catch (RejectedTreeException e) {
                rejected = e;
                return Optional.empty();
            }
        }

        private boolean isTensor(TreePath path) {
            return javac.type(path) != null && javac.isTensor(javac.type(path));
        }
    }

    /** Returns true if a value contains a number or a length that is not known at compile time. */
    private static boolean isOpen(SymbolicValue value) {
        return isOpen(value, "");
    }

    /**
     * Returns true if a value contains a number or a length that is not known at compile time.
     *
     * @param component name of the component that contains the number; empty for any number
     */
    private static boolean isOpen(SymbolicValue value, String component) {
        return value.leaves().entrySet().stream()
                        .filter(leaf -> component.isEmpty()
                                || List.of(leaf.getKey().split("\\.")).contains(component))
                        .map(Map.Entry::getValue)
                        .anyMatch(leaf -> ScalarReader.isNumber(leaf) && !(leaf instanceof ConstantValue))
                || value instanceof StepArray array && !(array.length() instanceof Dim.Constant)
                || value instanceof LoopList list && !(list.size() instanceof Dim.Constant);
    }

    /** Returns the name of the component that {@code element.component()} reads; empty for another use of a variable. */
    private static String component(TreePath variable) {
        TreePath select = variable.getParentPath();
        return select.getLeaf() instanceof MemberSelectTree tree
                        && select.getParentPath().getLeaf() instanceof MethodInvocationTree call
                        && call.getMethodSelect() == tree
                ? tree.getIdentifier().toString()
                : "";
    }

    /** Scanner for loops over elements: the loop, and those inside it. */
    private final class ElementLoops extends TreePathScanner<Void, Void> {

        @Override
        public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
            elements.put(
                    javac.element(child(getCurrentPath(), tree.getVariable())),
                    child(getCurrentPath(), tree.getExpression()));
            return super.visitEnhancedForLoop(tree, null);
        }
    }

    /** Scanner for the expressions that the loop assigns to a variable. */
    private final class Assignments extends TreePathScanner<Void, Void> {

        private final Element variable;
        private final Scanner scanner;

        Assignments(Element variable, Scanner scanner) {
            this.variable = variable;
            this.scanner = scanner;
        }

        @Override
        public Void visitVariable(VariableTree tree, Void unused) {
            if (tree.getInitializer() != null && variable.equals(javac.element(getCurrentPath()))) {
                scanner.scan(child(getCurrentPath(), tree.getInitializer()), null);
            }
            return super.visitVariable(tree, null);
        }

        @Override
        public Void visitAssignment(AssignmentTree tree, Void unused) {
            assigned(tree.getVariable(), tree.getExpression());
            return super.visitAssignment(tree, null);
        }

        @Override
        public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
            assigned(tree.getVariable(), tree.getExpression());
            return super.visitCompoundAssignment(tree, null);
        }

        private void assigned(ExpressionTree target, ExpressionTree value) {
            if (variable.equals(javac.element(child(getCurrentPath(), target)))) {
                scanner.scan(child(getCurrentPath(), value), null);
            }
        }
    }
}
