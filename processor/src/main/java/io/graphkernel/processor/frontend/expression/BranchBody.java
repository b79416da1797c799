package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.InitialValues;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.flow.BodyPorts.Port;
import io.graphkernel.processor.frontend.flow.BranchCost;
import io.graphkernel.processor.frontend.flow.DifferentIterationsException;
import io.graphkernel.processor.frontend.flow.HiddenVariable;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/** Body of a branch, built apart from the graph around it. It is inlined there or becomes a loop of at most one iteration. */
final class BranchBody {

    private static final String NAME = "branch";

    private final BodyContext context;
    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final TensorNumbers numbers;
    private final Map<Element, TreePath> assigned;
    private final LoopBuilder loop;

    /**
     * Creates an empty body.
     *
     * @param context context around the branch
     * @param assigned variables that the branch changes
     */
    BranchBody(BodyContext context, Map<Element, TreePath> assigned) {
        this.context = context;
        this.javac = context.javac();
        this.scope = context.scope();
        this.graph = context.graph();
        this.numbers = context.expressions().tensorNumbers();
        this.assigned = assigned;
        this.loop = new LoopBuilder(javac, scope, graph, Dim.ONE, assigned, true);
    }

    /** Reads the statements, which are executed if the condition holds. */
    void read(TreePath path, TensorNumber condition, BranchReader.Reading statements) throws RejectedTreeException {
        if (loop.body().depth() > BodyGraph.MAX_DEPTH) {
            throw javac.reject(
                    path,
                    Diagnostic.BRANCH_NOT_COMPILED,
                    "it is inside " + BodyGraph.MAX_DEPTH
                            + " other branches and loops; the statements after a jump are a branch",
                    "join conditions, as in if (a || b) break, or move statements to another kernel");
        }
        VariableScope inside = loop.begin(path, NAME, condition.node());
        ExpressionReader reader = context.expressions().inLoop(inside, loop.body());
        statements.in(context.inside(inside, loop.body(), reader));
        requireLists(inside);
        loop.finish(null, reader.tensorNumbers());
    }

    /** Rejects a list that is extended in the branch and has become a component of a record there. */
    private void requireLists(VariableScope inside) throws RejectedTreeException {
        for (Map.Entry<Element, TreePath> entry : assigned.entrySet()) {
            Element variable = entry.getKey();
            if (scope.find(variable).orElse(null) instanceof LoopList
                    && !(inside.find(variable).orElse(null) instanceof LoopList)) {
                throw javac.reject(
                        entry.getValue(),
                        Diagnostic.LOOP_ARRAY,
                        HiddenVariable.described(variable, "")
                                + " is a component of a record in the branch that extends it",
                        "create the record after the branch");
            }
        }
    }

    /** Returns the builder of the branch's ops. */
    GraphBuilder builder() {
        return loop.body().builder();
    }

    /** Returns the variables that the branch changes. */
    Set<Element> assigned() {
        return assigned.keySet();
    }

    /** Returns true if the branch changes a variable. */
    boolean assigns(Element variable) {
        return assigned.containsKey(variable);
    }

    /** Returns the value of a variable at the end of the branch; empty if it has none. */
    Optional<SymbolicValue> after(Element variable) throws RejectedTreeException {
        return loop.ports().after(variable);
    }

    /** Requires that no called method changes the elements of an array or list. */
    void requireUnchanged(TreePath path) throws RejectedTreeException {
        Optional<Element> changed = loop.ports().changed();
        if (changed.isPresent()) {
            throw DifferentIterationsException.changedElements(path, changed.get())
                    .report(javac);
        }
    }

    /** Returns the numbers of records that are known before the branch and that it changes, as paths by variable. */
    Map<Element, Set<String>> changedNumbers() throws RejectedTreeException {
        return loop.changedNumbers();
    }

    /** Returns true if the branch has few ops and no effects. */
    boolean isInexpensive() {
        return BranchCost.isInexpensive(loop.body());
    }

    /**
     * Adds the branch as a loop of at most one iteration.
     *
     * @param different paths of the numbers, by variable without a value, that differ from those of the alternative
     */
    void addLoop(TreePath path, Map<Element, Set<String>> different) throws RejectedTreeException {
        loop.ports().rebase();
        for (Element variable : assigned.keySet()) {
            Optional<SymbolicValue> after = after(variable);
            if (after.isPresent() && !loop.ports().carried().containsKey(variable)) {
                boolean isArray = after.get() instanceof StepArray;
                if (isArray && !((StepArray) after.get()).hasElement()) {
                    continue;
                }
                boolean isEmpty = scope.find(variable)
                        .filter(value -> !(value instanceof StepArray array) || array.hasElement())
                        .filter(value -> !(value instanceof LoopList list)
                                || !list.segments().isEmpty())
                        .isEmpty();
                if (isEmpty) {
                    SymbolicValue initial =
                            new InitialValues(javac, graph, numbers).of(path, type(variable), after.get(), loop.body());
                    scope.bind(variable, numbers.widened(path, initial, different.getOrDefault(variable, Set.of())));
                }
                loop.ports().adopt(variable);
            }
        }
        loop.end(false);
    }

    /** Returns the kind of a variable's type. */
    static TypeKind type(Element variable) {
        return variable.asType().getKind();
    }

    /** Adds the ops of the branch to the graph, and returns the values of the variables that it changes. */
    Map<Element, SymbolicValue> inlined(TreePath path) throws RejectedTreeException {
        Map<Element, SymbolicValue> values = new LinkedHashMap<>();
        List<Graph.Output> outputs = new ArrayList<>();
        for (Element variable : assigned.keySet()) {
            after(variable).ifPresent(value -> values.put(variable, value));
        }
        values.values()
                .forEach(value -> value.withNodes(node -> {
                    outputs.add(new Graph.Output("value" + outputs.size(), node));
                    return node;
                }));
        List<Port> ports = new ArrayList<>(loop.ports().captured());
        loop.ports().carried().values().forEach(ports::addAll);
        Graph built = loop.body().builder().build(NAME, outputs);
        List<Graph.Parameter> parameters = new ArrayList<>();
        Map<String, Object> arguments = new HashMap<>();
        for (Port port : ports) {
            parameters.add(new Graph.Parameter(port.inner().label(), "Tensor", port.inner()));
            arguments.put(port.inner().label(), port.outer());
        }
        Graph callee = new Graph(
                NAME,
                parameters,
                built.nodes(),
                built.outputs(),
                List.of(),
                built.conditions(),
                built.lossParameters());
        context.unused().inlined(built);
        try {
            Iterator<Node> results = graph.inline(callee, arguments, Map.of(), javac.origin(path))
                    .iterator();
            values.replaceAll((variable, value) -> value.withNodes(node -> results.next()));
            return values;
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.BRANCH_NOT_COMPILED, e.getMessage(), "split the kernel");
        }
    }
}
