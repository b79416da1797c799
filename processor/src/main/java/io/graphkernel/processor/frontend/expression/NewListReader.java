package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.element.ListElements;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.RuntimeTypeNames;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;

/** Reader of expressions that create an {@code ArrayList}. */
final class NewListReader {

    private final Javac javac;
    private final ExpressionReader expressions;

    NewListReader(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /** Reads {@code new ArrayList<>()}, empty or with the elements of a list; returns empty for another object. */
    Optional<SymbolicValue> created(TreePath path, NewClassTree tree) throws RejectedTreeException {
        if (!javac.isClass(javac.type(path), RuntimeTypeNames.ARRAY_LIST)) {
            return Optional.empty();
        }
        if (tree.getArguments().isEmpty()) {
            return Optional.of(ArrayValue.mutable(List.of(), List.of(), Mutability.GROWABLE));
        }
        TreePath argument = child(path, tree.getArguments().get(0));
        if (argument.getLeaf() instanceof MethodInvocationTree call && isCopies(argument, call)) {
            return Optional.of(copies(argument, call));
        }
        SymbolicValue source = expressions.read(argument, "");
        if (source instanceof ArrayValue array) {
            return Optional.of(ArrayValue.mutable(array.elements(), array.paths(), Mutability.GROWABLE));
        }
        if (source instanceof LoopList list) {
            expressions.stepArrays().lists().requireComplete(argument, argument, list);
            return Optional.of(new LoopList(list.segments(), false));
        }
        if (source instanceof StepArray array) {
            SymbolicValue stack = expressions.stepArrays().stack(argument, array);
            LoopList.Segment elements = new LoopList.Segment(stack, Optional.of(array.length()));
            return Optional.of(new LoopList(List.of(elements), false));
        }
        if (!ScalarReader.isNumber(source)) {
            throw expressions.unsupported(argument);
        }
        // The number is the initial capacity.
        return Optional.of(ArrayValue.mutable(List.of(), List.of(), Mutability.GROWABLE));
    }

    /** Reads {@code Collections.nCopies(n, initial)}, whose elements a loop may replace. */
    private SymbolicValue copies(TreePath path, MethodInvocationTree call) throws RejectedTreeException {
        TreePath lengthPath = child(path, call.getArguments().get(0));
        SymbolicValue number = expressions.scalars().readNumber(lengthPath);
        expressions.scalars().requireKnownBefore(lengthPath, number);
        Dim length = DimArithmetic.dim(number).orElseThrow(() -> expressions.unsupported(lengthPath));
        TreePath elementPath = child(path, call.getArguments().get(1));
        SymbolicValue element = expressions.read(elementPath, "");
        if (!ListElements.isElement(element)) {
            throw expressions.unsupported(path.getParentPath());
        }
        if (!StepArrays.isFilledByUnrolledLoops(length)) {
            SymbolicValue initial = expressions.stepArrays().elements().element(elementPath, element, null);
            return StepArray.empty(length).with(initial, StepArray.Content.INITIAL);
        }
        int count = (int) Math.max(0, ((Dim.Constant) length).size());
        return ArrayValue.mutable(
                Collections.nCopies(count, element), Collections.nCopies(count, path), Mutability.GROWABLE);
    }

    private boolean isCopies(TreePath path, MethodInvocationTree call) {
        Element method = javac.element(child(path, call.getMethodSelect()));
        return method != null
                && method.getSimpleName().contentEquals("nCopies")
                && method.getEnclosingElement().toString().equals(Collections.class.getName());
    }
}
