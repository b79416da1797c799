package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Statements of any op of the table, their operands brought into its domain. */
final class CallSteps {

    private static final Pattern VARIABLE = Pattern.compile("(?<![\\w.\"])([a-l])(?![\\w(\"])");

    /** One operand of the first is not read: whether its shape counts is not said. Other statements do the rest. */
    private static final Set<String> EXCLUDED = Set.of(
            "GeLUGrad",
            "ArgMax",
            "Argmin",
            "ArgMaxWithValue",
            "ArgMinWithValue",
            // Their definitions hold for the matrices of their cases alone, whose sign and pivots are known.
            "Determinant",
            "LogDeterminant",
            "LuFactor");

    /** Ops of several fused stages. */
    private static final Pattern NORM = Pattern.compile("Norm|Softmax|SoftMax");

    private static final Set<String> EQUALITIES = Set.of("Equal", "NotEqual", "EqualCount");
    /** Ops that dominate methods. */
    private static final Set<String> BASIC = Set.of(
            "Add",
            "Sub",
            "Mul",
            "RealDiv",
            "Maximum",
            "Minimum",
            "Neg",
            "Square",
            "Exp",
            "Tanh",
            "Select",
            "Less",
            "Greater",
            "Equal",
            "LogicalAnd");

    private final CallProbes probes = new CallProbes();
    private final List<List<OpCall>> basic;
    private final List<List<OpCall>> elementwise;
    private final List<List<OpCall>> shaped;
    private final List<List<OpCall>> norms;
    private final List<List<OpCall>> updates;

    CallSteps(List<OpCall> table) {
        List<OpCall> calls =
                table.stream().filter(call -> !EXCLUDED.contains(call.op())).toList();
        basic = grouped(calls, call -> call.isElementwise() && BASIC.contains(call.op()));
        elementwise = grouped(calls, OpCall::isElementwise);
        shaped = grouped(calls, call -> !call.isElementwise() && call.updated().isEmpty());
        norms = grouped(
                calls, call -> !call.isElementwise() && NORM.matcher(call.op()).find());
        updates = grouped(calls, call -> !call.updated().isEmpty());
    }

    /** The calls of each op. */
    private static List<List<OpCall>> grouped(List<OpCall> calls, Predicate<OpCall> condition) {
        Map<String, List<OpCall>> groups = new TreeMap<>();
        calls.stream()
                .filter(condition)
                .forEach(call -> groups.computeIfAbsent(call.op(), op -> new ArrayList<>())
                        .add(call));
        return List.copyOf(groups.values());
    }

    /** Adds a call of an op for operands of certain shapes. */
    void shaped(Draft draft) {
        append(draft, shaped);
    }

    /** Adds a normalization, a softmax or a gradient of one. */
    void norm(Draft draft) {
        append(draft, norms);
    }

    /** Adds an update of parameters. */
    void update(Draft draft) {
        append(draft, updates);
    }

    /** Adds a call of an elementwise op. */
    void elementwise(Draft draft) {
        append(draft, elementwise);
    }

    /** Adds arithmetic, a comparison or a choice. */
    void basic(Draft draft) {
        append(draft, basic);
    }

    private void append(Draft draft, List<List<OpCall>> groups) {
        Set<DType> dtypes = EnumSet.of(DType.BOOL, DType.I32, DType.I64);
        dtypes.addAll(draft.dtypes());
        DType wanted = draft.dtype();
        List<OpCall> fitting = draft.pickOf(groups).stream()
                .filter(call -> call.operands().stream().allMatch(operand -> dtypes.contains(operand.dtype()))
                        && call.operands().stream().anyMatch(operand -> operand.dtype() == wanted))
                .toList();
        if (fitting.isEmpty()) {
            throw new Unfit("no call");
        }
        append(draft, draft.pickOf(fitting));
    }

    private void append(Draft draft, OpCall call) {
        List<Value> operands = new ArrayList<>();
        List<Value> results = call.isElementwise()
                ? broadcastOperands(draft, call, operands)
                : declaredOperands(draft, call, operands);
        if (!call.allowsEmpty() && operands.stream().anyMatch(draft::mayBeEmpty)) {
            throw new Unfit("empty");
        }
        List<Value> declared = results.stream()
                .limit(call.results().size())
                .map(result -> draft.fresh(result.dtype(), result.dims()))
                .toList();
        String expression = VARIABLE.matcher(call.expression())
                .replaceAll(match -> match.group().charAt(0) - 'a' < operands.size()
                        ? "\\$" + (match.group().charAt(0) - 'a')
                        : match.group());
        draft.append(new Statement(
                expression,
                operands,
                declared,
                call.results().stream().map(CallSteps::accessor).toList(),
                call.updated(),
                call.slack(),
                (binding, x) -> applied(call, x)));
    }

    private static List<NdArray> applied(OpCall call, NdArray... operands) {
        if (EQUALITIES.contains(call.op())) {
            Certainty.requireDistinct(operands[0], operands[1]);
        }
        return call.definition().apply(operands);
    }

    private static String accessor(String name) {
        return name.isEmpty() || name.startsWith("[") ? name : "." + name + "()";
    }

    /** Variables that broadcast together; gives the results. */
    private List<Value> broadcastOperands(Draft draft, OpCall call, List<Value> operands) {
        List<Dim> joint = List.of();
        for (OpCall.Operand operand : call.operands()) {
            List<Dim> before = joint;
            boolean first = operands.isEmpty();
            List<Value> fitting = draft.values().stream()
                    .filter(value -> value.dtype() == operand.dtype()
                            && Dims.broadcast(before, value.dims()).isPresent())
                    .toList();
            Value chosen = fitting.isEmpty() || !first && draft.random().nextInt(8) == 0
                    ? draft.parameter(operand.dtype(), part(draft, before), operand.sampler())
                    : draft.pick(fitting::contains);
            operands.add(adapted(draft, chosen, operand, false));
            joint = Dims.broadcast(before, chosen.dims()).orElseThrow();
        }
        List<Dim> dims = joint;
        return probes.results(call).orElseThrow().stream()
                .map(result -> new Value("", result.dtype(), dims))
                .toList();
    }

    /** A shape that broadcasts to another one. */
    private static List<Dim> part(Draft draft, List<Dim> dims) {
        int first = draft.random().nextInt(dims.size() + 1);
        return dims.subList(first, dims.size()).stream()
                .map(dim -> draft.random().nextInt(4) == 0 || dim.toString().contains("(") ? Dim.ONE : dim)
                .toList();
    }

    /** Variables of the declared shapes; gives the results. */
    private List<Value> declaredOperands(Draft draft, OpCall call, List<Value> operands) {
        List<Value> results = probes.results(call).orElseThrow(() -> new Unfit("shape"));
        Map<String, Dim> symbols = new HashMap<>();
        for (int index = 0; index < call.operands().size(); index++) {
            OpCall.Operand operand = call.operands().get(index);
            boolean updated = call.updated().contains(index);
            List<Dim> pattern = CallProbes.pattern(operand);
            List<Value> fitting = draft.values().stream()
                    .filter(value -> value.dtype() == operand.dtype()
                            && (!updated || draft.isParameter(value) && !operands.contains(value))
                            && unified(pattern, value.dims(), symbols).isPresent())
                    .toList();
            Value chosen = fitting.isEmpty() || draft.random().nextInt(4) == 0
                    ? draft.parameter(operand.dtype(), chosenDims(draft, pattern, symbols), operand.sampler())
                    : draft.pick(fitting::contains);
            symbols.putAll(unified(pattern, chosen.dims(), symbols)
                    .orElseThrow(() -> new IllegalStateException(
                            call.expression() + ": operand " + operands.size() + " is " + pattern)));
            operands.add(adapted(draft, chosen, operand, updated));
        }
        return results.stream()
                .map(result -> new Value("", result.dtype(), substituted(result.dims(), symbols)))
                .toList();
    }

    private static List<Dim> substituted(List<Dim> dims, Map<String, Dim> symbols) {
        return dims.stream().map(dim -> dim.substitute(symbols)).toList();
    }

    /** Returns the dims of a new parameter, and adds those of the symbols that the pattern introduces. */
    private static List<Dim> chosenDims(Draft draft, List<Dim> pattern, Map<String, Dim> symbols) {
        pattern.forEach(dim -> dim.symbols().forEach(symbol -> symbols.computeIfAbsent(symbol, name -> draft.dim())));
        return substituted(pattern, symbols);
    }

    /** The symbols of a pattern, such that the pattern becomes the dims. */
    private static Optional<Map<String, Dim>> unified(List<Dim> pattern, List<Dim> dims, Map<String, Dim> known) {
        if (pattern.size() != dims.size()) {
            return Optional.empty();
        }
        Map<String, Dim> symbols = new HashMap<>(known);
        for (int i = 0; i < dims.size(); i++) {
            if (pattern.get(i) instanceof Dim.Symbol symbol) {
                symbols.putIfAbsent(symbol.name(), dims.get(i));
            }
            if (!pattern.get(i).substitute(symbols).equals(dims.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(symbols);
    }

    /** The variable with its elements in the op's domain, or another one. */
    private Value adapted(Draft draft, Value value, OpCall.Operand operand, boolean updated) {
        CallProbes.Domain domain = probes.domain(operand);
        if (operand.unlimited() || operand.dtype() == DType.BOOL || domain.contains(draft.range(value))) {
            return value;
        }
        if (domain.isChoice() || updated) {
            return draft.parameter(value.dtype(), value.dims(), operand.sampler());
        }
        return Clamps.between(draft, value, domain.low(), domain.high());
    }
}
