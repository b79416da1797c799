package io.graphkernel.processor.reference;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.FusionSwitch;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Printer of the reference page of flags, passes and switches as Markdown. */
final class FlagsPage {

    private static final String HEADER = """
        <!-- Generated from the flag table; refresh with: mvn -q -pl processor -am test-compile -Preferences -->
        # Flags

        Flags are separated by spaces: `--name=value`, or `--name` for true; the items of a list are separated by commas,
        without spaces. A switch is `true`, `True`, `on`, `1`, or `false`, `False`, `off`, `0`. If one source has a flag
        twice, the first counts. `--path=flags.json` reads all flags of that source from a JSON object of strings,
        `{"opt_level": "1"}`, and ignores its others.

        The first source with a flag determines its value:

        1. `@GraphKernel(flags = "…")`, for one method
        2. `-Agraphkernel.flags=…`
        3. `-Agraphkernel.fusionSwitchFile=…`, below, and `-Agraphkernel.configFile=…`, the section `[graph_kernel_param]` of
           MindSpore Lite's configuration file with a line `name=value` for each flag
        4. the environment variable `MS_DEV_GRAPH_KERNEL_FLAGS`

        An unknown flag, or one without a meaning here, fails the build; in the environment variable it is a warning. The
        default level is 2, also with a configuration file, for which MindSpore Lite has 0.
        """;

    private static final String SWITCHES = """

        ## Fusion switch file

        CANN's `fusion_switch.cfg`, with `on` and `off` by name. `ALL` stands for every name of its section that may be off;
        an explicit name takes precedence over it. `--enable_pass` and `--disable_pass` win over the file.

        ```json
        {"Switch": {"GraphFusion": {"ALL": "on", "graph_kernel_cse": "off"}, "UBFusion": {"fuse_composite": "off"}}}
        ```
        """;

    private static final String VARIABLES = """

        ## Environment variables of the compiler

        | variable | value | meaning |
        |---|---|---|
        | `MS_DEV_GRAPH_KERNEL_FLAGS` | flags | flags for every method |
        | `GLOG_v` | 0 to 3; 2 if unset | 1 prints what each pass did, 0 also why kernels were not fused |
        | `MS_DEV_DUMP_GRAPH_KERNEL_IR` | `on` or `off` | `on` writes the graph after each pass to the report |
        | `MS_DEV_SAVE_GRAPHS` | as `-Agraphkernel.saveGraphs` | from 1 on writes the graph after each pass to the report, from 2 on also as `.ir` |
        """;

    private final Vocabulary vocabulary = PassPipeline.vocabulary();
    private final StringBuilder text = new StringBuilder(HEADER);

    private FlagsPage() {}

    static String print() {
        return new FlagsPage().run();
    }

    private String run() {
        table("Flags that have a meaning here", "flag", "value", "default", "meaning");
        Arrays.stream(Flag.values())
                .filter(flag -> flag.whyWithoutMeaning().isEmpty())
                .forEach(flag -> row(code(flag), flag.syntax(), flag.defaultText(), flag.documentation()));
        table("Flags without a meaning here", "flag", "elsewhere", "why not here");
        for (Flag flag : Flag.values()) {
            flag.whyWithoutMeaning().ifPresent(reason -> row(code(flag), flag.documentation(), reason));
        }
        passes();
        lists();
        text.append(SWITCHES);
        switches();
        return text.append(VARIABLES).toString();
    }

    private static String code(Flag flag) {
        return "`--" + flag.key() + "`";
    }

    private void passes() {
        KnownNames names = vocabulary.names().get(Flag.ENABLE_PASS);
        table("Passes, in order", "number", "stage", "pass", "runs");
        Map<String, Integer> lowest = lowestLevels();
        for (PassPipeline.Step step : steps(Flag.HIGHEST_LEVEL)) {
            Integer level = lowest.get(step.fullName());
            String from = level == null ? "by its flag" : "from level " + level;
            String runs = names.known().contains(step.pass()) ? from : "always";
            row("`" + step.stage() + "." + step.id() + "`", step.stageName(), "`" + step.pass() + "`", runs);
        }
        text.append(
                "\n`--enable_pass` and `--disable_pass` take a pass's name, or stage and pass with a dot between them,"
                        + " each by\nname or by number: `fuse_basic`, `split.fuse_basic`. A name stays when passes are added, a number may"
                        + " not. A pass that\nboth name does not run.\n");
        table("Passes of the documents that are not here", "pass", "why not here");
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        List<String> here = steps(0).stream().map(PassPipeline.Step::pass).toList();
        names.rejected().forEach((pass, reason) -> {
            if (!pass.contains(".") && !here.contains(pass)) {
                byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add("`" + pass + "`");
            }
        });
        byReason.forEach((reason, passes) -> row(String.join(", ", passes), reason));
    }

    private static Map<String, Integer> lowestLevels() {
        Map<String, Integer> lowest = new TreeMap<>();
        for (int level = Flag.HIGHEST_LEVEL; level >= 0; level--) {
            for (PassPipeline.Step step : steps(level)) {
                if (step.enabled()) {
                    lowest.put(step.fullName(), level);
                }
            }
        }
        return lowest;
    }

    private static List<PassPipeline.Step> steps(int level) {
        Graph graph = GraphParser.parse("""
            graph f(%x: f32[n]) {
              %0 = Exp(%x) : f32[n]
              return out=%0
            }
            """);
        return new PassPipeline(FlagValues.atLevel(level)).run(graph).steps();
    }

    /** Prints the values of lists other than passes and ops, which have pages of their own. */
    private void lists() {
        table("Names in lists", "flag", "names");
        for (Flag flag : Flag.values()) {
            KnownNames names = vocabulary.names().get(flag);
            if (names != null && !names.one().equals("pass")) {
                String known =
                        names.known().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
                String others = known + (names.partial() ? " or parts of them" : "");
                row(
                        code(flag),
                        switch (names.one()) {
                            case "op" -> ops(flag);
                            case "arithmetic rule" -> "ids of [RULES.md](RULES.md)";
                            default -> others;
                        });
            }
        }
    }

    private static String ops(Flag flag) {
        String page = "ops of [OPS.md](../runtime/OPS.md)";
        return switch (flag) {
            case ENABLE_CLUSTER_OPS_ONLY -> page + " that are not expanded";
            case DISABLE_CLUSTER_OPS -> page + " that are not expanded and no views";
            case ENABLE_PACKET_OPS_ONLY, DISABLE_PACKET_OPS ->
                "views: `BroadcastTo`, `Reshape`, `StridedSlice`, `Transpose`";
            default -> page;
        };
    }

    private void switches() {
        text.append("\n| section | name | stands for |\n|---|---|---|\n");
        for (FusionSwitch pattern : vocabulary.switches()) {
            String passes = pattern.passes().stream()
                    .sorted()
                    .map(pass -> "`" + pass + "`")
                    .collect(Collectors.joining(", "));
            String reason = pattern.reason()
                    .map(why -> pattern.passes().isEmpty() ? "without a meaning here: " + why : ", always on: " + why)
                    .orElse("");
            row(pattern.section(), "`" + pattern.name() + "`", passes + reason);
        }
    }

    private void table(String title, String... heads) {
        text.append("\n## ").append(title).append("\n\n");
        row(heads);
        text.append("|---".repeat(heads.length)).append("|\n");
    }

    private void row(String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
