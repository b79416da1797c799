package io.graphkernel.common.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tuning constants are fields of the {@link TargetModel}s. A stage that declares a number of its own, or decides by a
 * literal, fails these tests unless {@code numbers.txt} has it with a reason: it belongs to a format, an interface or an
 * algorithm.
 */
class TuningConstantsTest {

    private static final Path PROCESSOR = Path.of("../processor/src/main/java/io/graphkernel/processor");
    private static final Path RUNTIME = Path.of("../runtime/src/main/java/io/graphkernel/runtime");

    /** Counts, indices, signs and doubling. */
    private static final Set<String> SMALL_NUMBERS = Set.of("-1", "0", "1", "2");

    private static final Path MODELS = Path.of("src/main/java/io/graphkernel/common/target");

    /** A record of numbers that has default values of its own. */
    private static final Pattern RECORD =
            Pattern.compile("record (?!ThreadBlockLimits)(\\w+)\\(\\s*((?:(?:int|long|double) \\w+,?\\s*)+)\\)");

    private static final Pattern SOURCE =
            Pattern.compile("docs/bench/|[Ee]stimate|Measured|[Ss]ource|[Gg]uide|document|OpenCL 3.0|from \\{@link");
    private static final Pattern NOTE = Pattern.compile("docs/bench/[a-z0-9-]+\\.md");

    private static final String REMEDY = "move it into a model of io.graphkernel.common.target, with unit and source;"
            + " a number of a format, an interface or an algorithm is listed in common/src/test/resources/.../numbers.txt";

    /** Stages that decide; their constants are checked. */
    private static final List<Path> STAGES = Stream.concat(
                    Stream.of("emit", "gradient", "loop", "lower", "pass", "schedule")
                            .map(PROCESSOR::resolve),
                    Stream.of("generated", "internal/device", "internal/parallel")
                            .map(RUNTIME::resolve))
            .toList();

    /** Stages whose methods have no literals either; those of the others compute or call libraries. */
    private static final List<Path> STAGES_WITHOUT_LITERALS = List.of(
            PROCESSOR.resolve("emit"),
            PROCESSOR.resolve("gradient"),
            PROCESSOR.resolve("loop"),
            PROCESSOR.resolve("lower/gpu"),
            PROCESSOR.resolve("lower/scalar"),
            PROCESSOR.resolve("lower/vector"),
            PROCESSOR.resolve("pass/fusion"),
            PROCESSOR.resolve("schedule"),
            RUNTIME.resolve("internal/device"),
            RUNTIME.resolve("internal/parallel"));

    @Test
    void stages_declareNoTuningConstants() throws IOException {
        Map<String, Path> constants = SourceConstants.of(STAGES, SMALL_NUMBERS).constants();
        assertThat(constants).hasSizeGreaterThan(200);
        Set<String> listed = listed("constants");
        Map<String, Path> unlisted = new TreeMap<>(constants);
        unlisted.keySet().removeAll(listed);
        assertThat(unlisted).as("tuning constant in a stage: " + REMEDY).isEmpty();
        assertThat(constants.keySet()).as("listed numbers that are gone").containsAll(listed);
    }

    @Test
    void stages_decideByNoLiterals() throws IOException {
        Map<String, Path> methods =
                SourceConstants.of(STAGES_WITHOUT_LITERALS, SMALL_NUMBERS).methods();
        Set<String> listed = listed("methods");
        Map<String, Path> unlisted = new TreeMap<>(methods);
        unlisted.keySet().removeAll(listed);
        assertThat(unlisted).as("literal in a method: " + REMEDY).isEmpty();
        assertThat(methods.keySet()).as("listed methods without a literal").containsAll(listed);
    }

    @Test
    void constant_declaredWithLiteral_isFound() throws IOException {
        SourceConstants found = SourceConstants.of("""
                package a;
                class Stage {
                    static final int UNROLLED = 4;
                    private static final long BYTES = 1L << 20;
                    static final Policy POLICY = new Policy(256 << 10);
                    static final int DERIVED = UNROLLED * Long.BYTES;
                    static final int MODEL = CpuModel.DEFAULT.unrolling().columnRows();
                    static final Expression ZERO = constant(0);
                    static final String TEXT = "8 rows";
                    private int count = 3;
                    class Inner {
                        static final double STORED = 1.5;
                    }
                    enum Type {
                        WIDE(64)
                    }
                    int unroll(int cost) {
                        return cost >= 8 ? 2 : 1;
                    }
                    int next(int cost) {
                        return 2 * cost - 1;
                    }
                    Stage() {
                        this(new Object() {
                            int inside() {
                                return 7;
                            }
                        });
                    }
                }
                """, SMALL_NUMBERS);
        assertThat(found.constants().keySet())
                .containsExactly("Inner.STORED", "Stage.BYTES", "Stage.POLICY", "Stage.UNROLLED");
        assertThat(found.methods().keySet()).containsExactly("Stage.inside", "Stage.unroll");
    }

    /** Each number of a model is documented, with a source, and its value has its name beside it. */
    @Test
    void models_documentEachNumber() throws IOException {
        int records = 0;
        try (Stream<Path> files = Files.list(MODELS)) {
            for (Path file : files.sorted().toList()) {
                String text = Files.readString(file);
                for (MatchResult match : RECORD.matcher(text).results().toList()) {
                    String name = match.group(1);
                    List<String> components = Stream.of(match.group(2).split(","))
                            .map(component -> component.strip().split(" ")[1])
                            .toList();
                    String[] values = defaultValues(text, name);
                    int comment = text.lastIndexOf("/**", match.start());
                    String documentation = text.substring(comment, text.indexOf("DEFAULT =", match.end()));
                    for (int i = 0; i < components.size(); i++) {
                        assertThat(documentation).as(name).contains("@param " + components.get(i) + " ");
                        boolean isNumber = values[i].matches("(?s).*[0-9].*");
                        assertThat(values[i].strip())
                                .as(name)
                                .startsWith(isNumber ? "/* " + components.get(i) + "= */ " : "");
                    }
                    assertThat(documentation).as(name).containsPattern(SOURCE);
                    for (MatchResult note :
                            NOTE.matcher(documentation).results().toList()) {
                        assertThat(Path.of("..", note.group())).as(name).exists();
                    }
                    records++;
                }
            }
        }
        assertThat(records).isGreaterThan(15);
    }

    /** Returns the arguments of a record's default; an argument has no comma. */
    private static String[] defaultValues(String text, String name) {
        Matcher matcher =
                Pattern.compile("DEFAULT =\\s*new " + name + "\\(([^;]*)\\);").matcher(text);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1).split(",");
    }

    /** Returns the names in a section of the list. Each line has a class and its names; a comment above states the reason. */
    private static Set<String> listed(String section) throws IOException {
        Set<String> names = new TreeSet<>();
        String current = "";
        String reason = "";
        for (String line : text().lines().toList()) {
            if (line.startsWith("[")) {
                current = line.substring(1, line.length() - 1);
                reason = "";
            } else if (line.startsWith("#")) {
                reason = line;
            } else if (line.isBlank()) {
                reason = "";
            } else if (current.equals(section)) {
                assertThat(reason).as("reason of " + line).isNotBlank();
                String[] words = line.split(": | ");
                for (int i = 1; i < words.length; i++) {
                    assertThat(names.add(words[0] + "." + words[i])).as(line).isTrue();
                }
            }
        }
        return names;
    }

    private static String text() throws IOException {
        try (InputStream list = TuningConstantsTest.class.getResourceAsStream("numbers.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
