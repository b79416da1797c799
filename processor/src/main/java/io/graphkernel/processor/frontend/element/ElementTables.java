package io.graphkernel.processor.frontend.element;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFlow.Kind;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.FieldInitializers;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of arrays in element functions: {@code static final} ones, and those of variable arguments. */
final class ElementTables {

    private static final int MAX_SELECTED = ReferenceModel.DEFAULT.loops().maxUnrolledIterations();

    private final Javac javac;
    private final ElementContext context;
    private final Map<Element, ElementValue> known = new HashMap<>();

    ElementTables(ElementContext context) {
        this.javac = context.javac();
        this.context = context;
    }

    /** Reads a field; returns empty unless it is an array whose initializer is in the source file. */
    Optional<ElementValue> field(TreePath use, VariableElement field) throws RejectedTreeException {
        if (!(field.asType() instanceof ArrayType type)) {
            return Optional.empty();
        }
        ElementValue earlier = known.get(field);
        if (earlier != null) {
            return Optional.of(earlier);
        }
        Optional<TreePath> initializer = FieldInitializers.find(javac, use, field);
        Optional<ElementValue> array = initializer.isPresent() ? array(initializer.get(), type) : Optional.empty();
        array.ifPresent(elements -> known.put(field, elements));
        return array;
    }

    private Optional<ElementValue> array(TreePath path, ArrayType type) throws RejectedTreeException {
        if (!(path.getLeaf() instanceof NewArrayTree array) || array.getInitializers() == null) {
            return Optional.empty();
        }
        List<ElementValue> elements = new ArrayList<>();
        for (ExpressionTree tree : array.getInitializers()) {
            TreePath element = child(path, tree);
            if (type.getComponentType() instanceof ArrayType inner) {
                elements.add(array(element, inner).orElseThrow(() -> unknown(element)));
            } else {
                elements.add(constant(element, type.getComponentType()));
            }
        }
        return Optional.of(new Elements(elements));
    }

    private ElementValue constant(TreePath path, TypeMirror type) throws RejectedTreeException {
        ElementValue value =
                context.types().as(type, path, context.expressions().read(path));
        if (value instanceof Constant || value instanceof ElementValue.Choice) {
            return value;
        }
        throw unknown(path);
    }

    private RejectedTreeException unknown(TreePath path) {
        return javac.reject(
                path,
                Diagnostic.NOT_A_CONSTANT,
                Javac.text(path.getLeaf()),
                "write an expression of literals and other constants");
    }

    private Elements elements(TreePath array, TreePath reported) throws RejectedTreeException {
        ElementValue value = array.getLeaf() instanceof NewArrayTree
                ? null
                : context.expressions().read(array);
        if (value instanceof Elements elements) {
            return elements;
        }
        throw value instanceof ElementValue.Undetermined
                ? context.types().undetermined(array)
                : javac.reject(reported, Diagnostic.ELEMENT_ALLOCATION, Javac.text(reported.getLeaf()));
    }

    /** Reads an element. */
    ElementValue element(TreePath path, ArrayAccessTree tree) throws RejectedTreeException {
        TreePath arrayPath = child(path, tree.getExpression());
        Elements array = elements(arrayPath, path);
        TreePath indexPath = child(path, tree.getIndex());
        ElementValue index = context.arithmetic().convert(context.expressions().number(indexPath), TypeKind.INT);
        int length = array.elements().size();
        if (index instanceof Constant constant) {
            int position = (Integer) constant.value();
            if (position < 0 || position >= length) {
                throw javac.reject(
                        indexPath,
                        Diagnostic.CONSTANT_FAILS,
                        Javac.text(tree),
                        "index " + position + " of an array of length " + length);
            }
            return array.elements().get(position);
        }
        boolean isNumeric = array.elements().stream().allMatch(ElementValue::isNumber);
        if (!isNumeric || length == 0 || length > MAX_SELECTED) {
            throw javac.reject(
                    indexPath,
                    Diagnostic.ELEMENT_TABLE,
                    Javac.text(tree),
                    isNumeric ? "it has " + length + " elements" : "its elements are not numbers");
        }
        return selected(array.elements(), index, 0, length);
    }

    /** Selects one of several elements by comparisons; an index outside of the array selects the nearest one. */
    private ElementValue selected(List<ElementValue> elements, ElementValue index, int first, int end) {
        if (end - first == 1) {
            return elements.get(first);
        }
        int middle = (first + end) >>> 1;
        ElementArithmetic arithmetic = context.arithmetic();
        ElementValue isBefore = arithmetic.binary(Tree.Kind.LESS_THAN, index, new Constant(middle));
        return arithmetic.select(
                isBefore, selected(elements, index, first, middle), selected(elements, index, middle, end));
    }

    /** Executes a loop over the elements of an array. */
    ElementFlow loop(TreePath path, EnhancedForLoopTree tree, String label) throws RejectedTreeException {
        TreePath values = child(path, tree.getExpression());
        Elements array = elements(values, values);
        TreePath declaration = child(path, tree.getVariable());
        Element variable = javac.element(declaration);
        context.types().requireSupported(declaration, variable.asType());
        ElementStatements statements = context.statements();
        ElementFlow flow = ElementFlow.normal(context.state().variables());
        for (ElementValue element : array.elements()) {
            if (flow.isNormal()) {
                context.state().bind(variable, context.types().as(variable.asType(), values, element));
                ElementFlow iteration = statements.execute(child(path, tree.getStatement()));
                flow = statements.entered(
                        flow.then(iteration.ending(Kind.CONTINUE, label, context.arithmetic()), context.arithmetic()));
            }
        }
        return statements.entered(flow.ending(Kind.BREAK, label, context.arithmetic()));
    }

    /** Rejects a variable that a loop assigns although its value is resolved at compile time. */
    void requireUnassigned(List<TreePath> loop) throws RejectedTreeException {
        for (var assigned : AssignedVariables.of(javac, loop).entrySet()) {
            ElementValue value = context.state().find(assigned.getKey());
            boolean isKnown = value instanceof Elements
                    || value instanceof ElementValue.Choice
                    || value instanceof ElementValue.Captured;
            if (isKnown) {
                throw context.types().undetermined(assigned.getValue());
            }
        }
    }
}
