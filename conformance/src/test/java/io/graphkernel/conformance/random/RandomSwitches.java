package io.graphkernel.conformance.random;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Draws the flags of a program: levels, switches of passes and patterns, lists of its ops. */
final class RandomSwitches {

    private static final List<Flag> LISTS = List.of(
            Flag.ENABLE_PASS,
            Flag.DISABLE_PASS,
            Flag.DISABLE_EXPAND_OPS,
            Flag.ENABLE_EXPAND_OPS_ONLY,
            Flag.DISABLE_CLUSTER_OPS,
            Flag.ENABLE_CLUSTER_OPS_ONLY,
            Flag.DISABLE_PACKET_OPS,
            Flag.ENABLE_PACKET_OPS_ONLY,
            Flag.ENABLE_FUSION_PATTERN_ONLY,
            Flag.DISABLE_FUSION_PATTERN);
    private static final List<Flag> SWITCHES = List.of(
            Flag.ENABLE_STITCH_FUSION,
            Flag.ENABLE_RECOMPUTE_FUSION,
            Flag.ENABLE_PARALLEL_FUSION,
            Flag.ENABLE_HORIZONTAL_FUSION,
            Flag.DISABLE_MATMUL_POST_FUSION);
    /** Basic ops in composite ones. */
    private static final List<String> PARTS =
            List.of("Add", "Sub", "Mul", "RealDiv", "Exp", "ReduceSum", "ReduceMax", "Cast", "Reshape", "Transpose");

    private static final Map<Flag, KnownNames> NAMES = PassPipeline.vocabulary().names();
    private static final Pattern CALL = Pattern.compile("(\\w+)\\(");

    private final SplittableRandom random;
    private final List<String> flags = new ArrayList<>();

    private RandomSwitches(SplittableRandom random) {
        this.random = random;
    }

    /** The flags of a program; one in two has none. */
    static String of(Program program, SplittableRandom random) {
        return random.nextBoolean() ? "" : new RandomSwitches(random).draw(program);
    }

    private String draw(Program program) {
        flags.add("--opt_level=" + random.nextInt(4));
        for (Flag flag : SWITCHES) {
            if (random.nextInt(4) == 0) {
                flags.add("--" + flag.key() + "=" + random.nextBoolean());
            }
        }
        if (random.nextInt(4) == 0) {
            flags.add("--" + Flag.COMPOSITE_OP_LIMIT_SIZE.key() + "=" + random.nextInt(6));
        }
        if (random.nextInt(4) == 0) {
            flags.add("--" + Flag.REDUCE_FUSE_DEPTH.key() + "=" + random.nextInt(3));
        }
        Set<String> ops = ops(program);
        for (Flag flag : LISTS) {
            Set<String> known = NAMES.get(flag).known();
            boolean ofOps = known.contains("Reshape");
            List<String> names =
                    known.stream().filter(name -> !ofOps || ops.contains(name)).toList();
            if (random.nextInt(4) == 0 && !names.isEmpty()) {
                flags.add("--" + flag.key() + "=" + String.join(",", some(names)));
            }
        }
        return String.join(" ", flags);
    }

    private Set<String> some(List<String> names) {
        Set<String> chosen = new LinkedHashSet<>();
        IntStream.rangeClosed(0, random.nextInt(3)).forEach(i -> chosen.add(names.get(random.nextInt(names.size()))));
        return chosen;
    }

    /** Returns the ops that the program calls, and those in composite ones. */
    private static Set<String> ops(Program program) {
        Set<String> ops = new LinkedHashSet<>(PARTS);
        for (Statement statement : program.statements()) {
            Matcher call = CALL.matcher(statement.call());
            while (call.find()) {
                String method = call.group(1);
                OpTable.get().rows().stream()
                        .filter(row -> row.javaName().equals(method))
                        .map(OpRow::name)
                        .forEach(ops::add);
            }
        }
        return ops;
    }
}
