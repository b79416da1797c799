package io.graphkernel.processor.stub;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.DimSyntax;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.processor.frontend.kernel.Member;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/**
 * Java names within the stubs of one method. The user's parameter names take precedence over generated names. A
 * parameter that would shadow a field or class of the stub is renamed.
 */
final class MethodNames {

    /** Words of at least two letters, followed by a suffix of the schedule. */
    private static final Pattern CAMEL_CASE = Pattern.compile("[a-z][a-z0-9]*([A-Z][a-z0-9]+)*_[0-9]+(_[a-z]+)?");

    /** Classes that the stub references by simple name. */
    private static final Set<String> CLASSES = Set.of(
            "Checks",
            "DType",
            "Device",
            "LaunchFrame",
            "BatchDims",
            "Math",
            "RecordedKernel",
            "Reference",
            "ResultChecks",
            "SavedValues",
            "Sizes",
            "CacheHints",
            "Tensor",
            "TensorScope");

    /** Possible names of the stub's fields. */
    private static final Pattern FIELD =
            Pattern.compile("LIBRARY|([A-Z][A-Z0-9_]*|kernel_.*)_[0-9]+(_[a-z]+)?(_[A-Z]+)?");

    private final Set<String> taken = new HashSet<>(CLASSES);
    /** Variables by the user's name, or the path of a component. */
    private final Map<String, String> parameters = new HashMap<>();

    private final List<String> results = new ArrayList<>();
    private final TreeMap<String, String> dims = new TreeMap<>();
    private final TreeMap<Integer, String> temporaries = new TreeMap<>();
    private final Map<Location.Constant, String> constants = new HashMap<>();

    final String frame;
    /** Variable of the arena for the next launches. */
    private String arena;
    /** Tensor whose device runs the call; the first result without parameters. */
    final String home;

    MethodNames(Graph graph, List<Member> members) {
        List<String> wishes = members.stream().map(Member::name).toList();
        wishes.stream()
                .filter(wish -> isFree(wish) && wish.equals(variable(wish)))
                .forEach(wish -> parameters.put(wish, unique(wish)));
        wishes.forEach(wish -> parameters.computeIfAbsent(wish, path -> unique(variable(path))));
        members.forEach(member -> component(member.name(), member));
        for (Graph.Output output : graph.outputs()) {
            results.add(unique(variable(output.name())));
        }
        frame = unique("frame");
        arena = unique("arena");
        home = graph.tensorParameters().isEmpty()
                ? results.get(0)
                : parameter(graph.tensorParameters().get(0).label());
    }

    private void component(String path, Member member) {
        parameters.computeIfAbsent(path, wish -> unique(variable(wish)));
        member.aggregate()
                .ifPresent(aggregate ->
                        aggregate.components().forEach(inner -> component(Member.path(path, inner.name()), inner)));
    }

    /** Converts a path, or a model's name of a tensor, to a Java name. */
    private static String variable(String path) {
        StringBuilder name = new StringBuilder();
        path.codePoints()
                .map(letter -> Character.isJavaIdentifierPart(letter) ? letter : '_')
                .forEach(name::appendCodePoint);
        return Character.isJavaIdentifierStart(name.codePointAt(0)) ? name.toString() : "_" + name;
    }

    /** Returns the variable with the address of the arena. */
    String arena() {
        return arena;
    }

    /** Switches later launches to another arena variable. */
    void renewArena() {
        arena = unique("arena");
    }

    /** Returns a unique variable name, which differs from Java keywords. */
    String unique(String wish) {
        String name = wish;
        while (!isFree(name)) {
            name += "_";
        }
        taken.add(name);
        return name;
    }

    /** Returns a unique variable name derived from a path. */
    String uniqueOf(String path) {
        return unique(variable(path));
    }

    private boolean isFree(String name) {
        return !SourceVersion.isKeyword(name)
                && !taken.contains(name)
                && !FIELD.matcher(name).matches();
    }

    /** Returns the variable of a parameter of the method, or of a component, by its path. */
    String parameter(String name) {
        return parameters.get(name);
    }

    /** Returns Java text of a number, over the variables of the parameters. */
    String expression(String overParameters) {
        Map<String, Object> renamed = new HashMap<>(parameters);
        renamed.entrySet().removeIf(entry -> entry.getKey().equals(entry.getValue()));
        return ScalarExpressions.substitute(overParameters, renamed);
    }

    /** Returns the parameter of a result. */
    String result(int index) {
        return results.get(index);
    }

    /** Returns the variable of a symbolic dim's size, or a constant. */
    String dim(Dim dim) {
        DimSyntax syntax = new DimSyntax(name -> dims.computeIfAbsent(name, this::dimension), "L", "Math.");
        String text = dim.print(syntax);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }

    /** Returns the size of a dim computed with overflow checks. */
    String checked(Dim dim) {
        return dim.print(new DimSyntax(name -> dims.computeIfAbsent(name, this::dimension), "L", "Sizes.", true));
    }

    /** Returns the size of an axis, or the product of batch dims, by the name without dots. */
    private String dimension(String symbol) {
        return uniqueOf(new Dim.Symbol(symbol).isBatchDims() ? symbol.substring(0, symbol.indexOf("...")) : symbol);
    }

    /** Returns the product of dims. */
    String product(List<Dim> factors) {
        return factors.isEmpty()
                ? "1L"
                : String.join(" * ", factors.stream().map(this::dim).toList());
    }

    /** Returns the tensor variable of a buffer. */
    String tensor(Location location) {
        if (location instanceof Location.Temporary temporary) {
            return temporaries.computeIfAbsent(temporary.index(), index -> unique("temporary" + index));
        }
        if (location instanceof Location.Constant constant) {
            return constants.computeIfAbsent(constant, key -> unique("constant" + constants.size()));
        }
        return location instanceof Location.Parameter parameter
                ? parameter(parameter.name())
                : result(((Location.Result) location).index());
    }

    /** Returns Java text of one function of a kernel on the frame's device; the first call loads the library. */
    String kernel(ScheduledKernel kernel, int function) {
        return "LIBRARY.kernel(" + constant(kernel, function) + ", " + frame + ")";
    }

    /** Returns the constant with the index of one function of a kernel. */
    static String constant(ScheduledKernel kernel, int function) {
        return constant(kernel.functions().get(function));
    }

    /** Returns a name in the style of constants. The conversion is injective. */
    static String constant(String name) {
        return CAMEL_CASE.matcher(name).matches()
                ? name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT)
                : "kernel_" + name;
    }
}
