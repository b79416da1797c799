package io.graphkernel.processor.stub;

import io.graphkernel.processor.frontend.Member;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.ScalarExpressions;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
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
 * The Java names inside the stubs of one method: the user's parameter names first, ours get out of their way. A parameter
 * that would hide one of the stub's fields or classes gets another name.
 */
final class MethodNames {

    /** Words of at least two letters, then what the schedule appends. */
    private static final Pattern CAMEL_CASE = Pattern.compile("[a-z][a-z0-9]*([A-Z][a-z0-9]+)*_[0-9]+(_[a-z]+)?");

    /** The classes that the stub calls by their simple names. */
    private static final Set<String> CLASSES = Set.of(
            "Checks",
            "DType",
            "Device",
            "LaunchCheck",
            "LaunchFrame",
            "LeadingDims",
            "Math",
            "RecordedKernel",
            "Reference",
            "ResultChecks",
            "ResultDims",
            "SavedValues",
            "Sizes",
            "Streaming",
            "Tensor",
            "TensorScope");

    /** What the stub's fields may be called. */
    private static final Pattern FIELD =
            Pattern.compile("LIBRARY|([A-Z][A-Z0-9_]*|kernel_.*)_[0-9]+(_[a-z]+)?(_[A-Z]+)?");

    private final Set<String> taken = new HashSet<>(CLASSES);
    /** By the user's name, or the path of a component; most are the same. */
    private final Map<String, String> parameters = new HashMap<>();

    private final List<String> results = new ArrayList<>();
    private final TreeMap<String, String> dims = new TreeMap<>();
    private final TreeMap<Integer, String> temporaries = new TreeMap<>();
    private final Map<Location.Constant, String> constants = new HashMap<>();

    final String frame;
    /** The variable of the arena that the next launches use. */
    private String arena;
    /** The tensor on whose device a call runs; the first result if there is no parameter. */
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

    /** A path, or what a model calls a tensor, as a name in Java. */
    private static String variable(String path) {
        StringBuilder name = new StringBuilder();
        path.codePoints()
                .map(letter -> Character.isJavaIdentifierPart(letter) ? letter : '_')
                .forEach(name::appendCodePoint);
        return Character.isJavaIdentifierStart(name.codePointAt(0)) ? name.toString() : "_" + name;
    }

    /** The variable that holds the address of the arena. */
    String arena() {
        return arena;
    }

    /** Gives the arena of later launches a variable of its own. */
    void renewArena() {
        arena = unique("arena");
    }

    /** A name that no other variable of the method has; dims may be called as the language's words are. */
    String unique(String wish) {
        String name = wish;
        while (!isFree(name)) {
            name += "_";
        }
        taken.add(name);
        return name;
    }

    /** A name like a path that no other variable has. */
    String uniqueOf(String path) {
        return unique(variable(path));
    }

    private boolean isFree(String name) {
        return !SourceVersion.isKeyword(name)
                && !taken.contains(name)
                && !FIELD.matcher(name).matches();
    }

    /** The variable of a parameter of the method, or of a component, by its path. */
    String parameter(String name) {
        return parameters.get(name);
    }

    /** Java text of a number, over the variables of the parameters. */
    String expression(String overParameters) {
        Map<String, Object> renamed = new HashMap<>(parameters);
        renamed.entrySet().removeIf(entry -> entry.getKey().equals(entry.getValue()));
        return ScalarExpressions.substitute(overParameters, renamed);
    }

    /** The parameter that takes a result. */
    String result(int index) {
        return results.get(index);
    }

    /** The variable that holds the size of a symbolic dim, or the number itself. */
    String dim(Dim dim) {
        DimSyntax syntax = new DimSyntax(name -> dims.computeIfAbsent(name, this::dimension), "L", "Math.");
        String text = dim.print(syntax);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }

    /** The size of a dim by calls that notice what does not fit. */
    String checked(Dim dim) {
        return dim.print(new DimSyntax(name -> dims.computeIfAbsent(name, this::dimension), "L", "Sizes.", true));
    }

    /** The size of an axis, or the product of those of a pack, by the name without dots. */
    private String dimension(String symbol) {
        return unique(new Dim.Symbol(symbol).isPack() ? symbol.substring(0, symbol.indexOf('.')) : symbol);
    }

    /** The product of dims. */
    String product(List<Dim> factors) {
        return factors.isEmpty()
                ? "1L"
                : String.join(" * ", factors.stream().map(this::dim).toList());
    }

    /** The tensor variable of a buffer. */
    String tensor(Location location) {
        if (location instanceof Location.Temporary temporary) {
            return temporaries.computeIfAbsent(temporary.index(), index -> unique("temporary" + index));
        }
        if (location instanceof Location.Constant constant) {
            return constants.computeIfAbsent(constant, any -> unique("constant" + constants.size()));
        }
        return location instanceof Location.Parameter parameter
                ? parameter(parameter.name())
                : result(((Location.Result) location).index());
    }

    /** Java text of one function of a kernel on the frame's device, which loads the library at the first call. */
    String kernel(Kernel kernel, int function) {
        return "LIBRARY.kernel(" + constant(kernel, function) + ", " + frame + ")";
    }

    /** The constant that holds the number of one function of a kernel. */
    static String constant(Kernel kernel, int function) {
        return constant(kernel.functions().get(function));
    }

    /** A name in the style of constants; of any two names only one is taken for camel case, so that they never meet. */
    static String constant(String name) {
        return CAMEL_CASE.matcher(name).matches()
                ? name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT)
                : "kernel_" + name;
    }
}
