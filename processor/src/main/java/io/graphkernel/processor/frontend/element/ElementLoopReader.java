package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ElementFlow.Exit;
import io.graphkernel.processor.frontend.element.ElementFlow.Kind;
import io.graphkernel.processor.frontend.element.ElementFlow.Way;
import io.graphkernel.processor.frontend.element.ElementValue.Components;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Elements;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.element.ElementValue.Undetermined;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of loops that remain loops: each element has its own number of iterations.
 *
 * <p>The variables that the loop assigns are its states. An exit other than the condition is a state, too: elements that
 * break or return do not iterate again.
 */
final class ElementLoopReader {

    private final ElementContext context;
    private final ElementArithmetic arithmetic;
    private final ElementBody body;
    /** Values of the states before the loop, and after an iteration. */
    private final List<ElementValue> initial = new ArrayList<>();

    private final List<ElementValue> next = new ArrayList<>();

    ElementLoopReader(ElementContext context) {
        this.context = context;
        this.arithmetic = context.arithmetic();
        this.body = context.body();
    }

    /**
     * Reads a loop from the current variables.
     *
     * @param path the statement
     * @param loop its parts
     * @return the flow after the loop
     */
    ElementFlow read(TreePath path, ElementLoopTree loop) throws RejectedTreeException {
        Map<Element, ElementValue> before = context.state().copy();
        Map<Element, TreePath> carried = carried(loop, before);
        body.beginLoop();
        boolean completed = false;
        try {
            ElementFlow flow = readInside(path, loop, before, carried);
            completed = true;
            return flow;
        } finally {
            if (!completed) {
                body.discardLoop();
            }
        }
    }

    /** Returns the variables of the method that the loop assigns. */
    private Map<Element, TreePath> carried(ElementLoopTree loop, Map<Element, ElementValue> before) {
        Map<Element, TreePath> assigned = new LinkedHashMap<>(AssignedVariables.of(context.javac(), loop.body()));
        for (TreePath update : loop.updates()) {
            AssignedVariables.of(context.javac(), update).forEach(assigned::putIfAbsent);
        }
        if (loop.condition() != null) {
            AssignedVariables.of(context.javac(), loop.condition()).forEach(assigned::putIfAbsent);
        }
        for (Element variable : assigned.keySet()) {
            // A variable without a value before the loop has one after it if each exit follows its assignment.
            before.computeIfAbsent(variable, unassigned -> zero(unassigned.asType()));
        }
        return assigned;
    }

    private ElementValue zero(TypeMirror type) {
        Optional<TypeKind> primitive = context.types().primitive(type);
        if (primitive.isPresent()) {
            return arithmetic.zero(primitive.get());
        }
        if (!context.javac().isRecord(type) || ElementTypes.isRecursive(context.javac(), type)) {
            return new Undetermined();
        }
        Map<String, ElementValue> components = new LinkedHashMap<>();
        for (RecordComponentElement component :
                ((TypeElement) ((DeclaredType) type).asElement()).getRecordComponents()) {
            components.put(component.getSimpleName().toString(), zero(component.asType()));
        }
        return new Components(components);
    }

    private ElementFlow readInside(
            TreePath path, ElementLoopTree loop, Map<Element, ElementValue> before, Map<Element, TreePath> carried)
            throws RejectedTreeException {
        Map<Element, ElementValue> inside = new LinkedHashMap<>(before);
        for (Element variable : carried.keySet()) {
            inside.put(variable, state(variable.getSimpleName().toString(), before.get(variable)));
        }
        context.state().enter(inside);
        boolean testsAtHead = loop.testsFirst()
                && loop.condition() != null
                && AssignedVariables.of(context.javac(), loop.condition()).isEmpty();
        ElementValue condition = testsAtHead ? context.expressions().number(loop.condition()) : Constant.TRUE;
        ElementFlow flow = testsAtHead ? context.statements().iteration(loop) : tested(loop);
        ElementFlow ended = flow.ending(Kind.BREAK, loop.label(), arithmetic);
        Map<Element, ElementValue> after = ended.isNormal() ? ended.variables() : inside;
        for (Map.Entry<Element, TreePath> assigned : carried.entrySet()) {
            Element variable = assigned.getKey();
            ElementValue value = after.getOrDefault(variable, inside.get(variable));
            leaves(assigned.getValue(), before.get(variable), value, next);
        }
        ElementValue leaves = flow.isNormal() ? Constant.FALSE : Constant.TRUE;
        for (Exit exit : flow.exits().values()) {
            leaves = arithmetic.or(leaves, exit.condition());
        }
        Map<Way, Integer> exits = exits(path, ended);
        ElementValue running = Constant.TRUE;
        if (!leaves.isFalse()) {
            running = state("running", Constant.TRUE);
            next.add(arithmetic.not(leaves));
        }
        boolean isEndless =
                condition.isTrue() && ended.exits().size() == flow.exits().size();
        if (isEndless && exits.isEmpty()) {
            throw context.javac()
                    .reject(
                            loop.condition() == null ? path : loop.condition(),
                            Diagnostic.ENDLESS_LOOP,
                            "its condition is always true");
        }
        List<Node> values = nodes(next);
        body.at(context.javac().origin(path));
        List<ElementValue> results = results(arithmetic.node(arithmetic.and(running, condition)), values);
        return after(before, carried.keySet(), isEndless, exits, ended, results);
    }

    /** Executes an iteration with a test that assigns variables, or that follows the body. */
    private ElementFlow tested(ElementLoopTree loop) throws RejectedTreeException {
        ElementStatements statements = context.statements();
        if (loop.condition() == null) {
            return statements.iteration(loop);
        }
        if (loop.testsFirst()) {
            ElementValue condition = context.expressions().number(loop.condition());
            return statements.branch(condition, () -> statements.iteration(loop), this::breaks);
        }
        ElementFlow flow = statements.entered(statements.iteration(loop));
        if (!flow.isNormal()) {
            return flow;
        }
        ElementValue condition = context.expressions().number(loop.condition());
        ElementFlow test = statements.branch(
                condition, () -> ElementFlow.normal(context.state().variables()), this::breaks);
        return flow.then(test, arithmetic);
    }

    private ElementFlow breaks() {
        return ElementFlow.exit(new Way(Kind.BREAK), context.state().copy(), null);
    }

    /** Adds the states of exits that leave the statement around the loop, and returns the first of each. */
    private Map<Way, Integer> exits(TreePath path, ElementFlow flow) throws RejectedTreeException {
        Map<Way, Integer> exits = new TreeMap<>();
        for (Map.Entry<Way, Exit> left : flow.exits().entrySet()) {
            Exit exit = left.getValue();
            exits.put(left.getKey(), next.size());
            state("left", Constant.FALSE);
            next.add(exit.condition());
            if (exit.result() != null) {
                List<ElementValue> results = new ArrayList<>();
                leaves(path, exit.result(), exit.result(), results);
                for (ElementValue result : results) {
                    state("result", arithmetic.zero(ElementArithmetic.kind(result)));
                    next.add(result);
                }
            }
        }
        return exits;
    }

    /** Adds the states of a value, and returns them in its form. A value that is not a number stays as it is. */
    private ElementValue state(String name, ElementValue value) {
        if (value instanceof Components record) {
            Map<String, ElementValue> components = new LinkedHashMap<>();
            record.components().forEach((component, leaf) -> components.put(component, state(name + component, leaf)));
            return new Components(components);
        }
        if (!value.isNumber()) {
            return value;
        }
        initial.add(value);
        return new Scalar(
                body.state(name, ElementBody.dtype(ElementArithmetic.kind(value))), ElementArithmetic.kind(value));
    }

    /**
     * Adds the numbers of a value after an iteration.
     *
     * @param path tree for messages
     * @param form value before the loop; what is not a number in it is the same after each iteration, or unknown
     */
    private void leaves(TreePath path, ElementValue form, ElementValue value, List<ElementValue> leaves)
            throws RejectedTreeException {
        if (form instanceof Components record && value instanceof Components updated) {
            for (Map.Entry<String, ElementValue> component : record.components().entrySet()) {
                leaves(path, component.getValue(), updated.components().get(component.getKey()), leaves);
            }
        } else if (form.isNumber()) {
            leaves.add(value);
        } else if (!(form instanceof Undetermined) && !form.equals(value) || dependsOnElements(form)) {
            throw context.types().undetermined(path);
        }
    }

    /** Returns true for an array of numbers that the loop may compute. */
    private static boolean dependsOnElements(ElementValue value) {
        return value instanceof Scalar
                || value instanceof Elements array
                        && array.elements().stream().anyMatch(ElementLoopReader::dependsOnElements);
    }

    private List<Node> nodes(List<ElementValue> values) {
        return values.stream().map(arithmetic::node).toList();
    }

    /** Ends the loop, and returns the states after it. */
    private List<ElementValue> results(Node condition, List<Node> values) {
        List<Node> before = new ArrayList<>();
        for (ElementValue value : initial) {
            before.add(
                    value instanceof Constant constant
                            ? Node.constant(number(constant), ElementBody.dtype(ElementArithmetic.kind(value)))
                            : ((Scalar) value).node());
        }
        List<Node> after = body.endLoop(condition, values, before);
        List<ElementValue> results = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            results.add(new Scalar(after.get(i), ElementArithmetic.kind(initial.get(i))));
        }
        return results;
    }

    private static Number number(Constant constant) {
        if (constant.value() instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        return constant.value() instanceof Character character ? Long.valueOf(character) : (Number) constant.value();
    }

    private ElementFlow after(
            Map<Element, ElementValue> before,
            Set<Element> carried,
            boolean isEndless,
            Map<Way, Integer> exits,
            ElementFlow flow,
            List<ElementValue> results) {
        Map<Element, ElementValue> variables = new LinkedHashMap<>(before);
        Iterator<ElementValue> states = results.iterator();
        for (Element variable : carried) {
            variables.put(variable, rebuilt(before.get(variable), states));
        }
        Map<Way, Exit> left = new TreeMap<>();
        exits.forEach((way, first) -> {
            ElementValue result = flow.exits().get(way).result();
            Iterator<ElementValue> leaves =
                    results.subList(first + 1, results.size()).iterator();
            left.put(way, new Exit(results.get(first), variables, result == null ? null : rebuilt(result, leaves)));
        });
        context.state().enter(variables);
        return isEndless
                ? endless(variables, left)
                : new ElementFlow(context.state().copy(), left);
    }

    /** Returns the flow after a loop that only exits leave: one of them is the last. */
    private static ElementFlow endless(Map<Element, ElementValue> variables, Map<Way, Exit> left) {
        if (left.size() == 1) {
            Way way = left.keySet().iterator().next();
            return new ElementFlow(
                    null,
                    Map.of(way, new Exit(Constant.TRUE, variables, left.get(way).result())));
        }
        return new ElementFlow(null, left);
    }

    /** Returns the next states in the form of a value. */
    private static ElementValue rebuilt(ElementValue form, Iterator<ElementValue> states) {
        if (form instanceof Components record) {
            Map<String, ElementValue> components = new LinkedHashMap<>();
            record.components().forEach((name, leaf) -> components.put(name, rebuilt(leaf, states)));
            return new Components(components);
        }
        return form.isNumber() ? states.next() : form;
    }
}
