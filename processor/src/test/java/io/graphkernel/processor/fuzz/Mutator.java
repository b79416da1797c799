package io.graphkernel.processor.fuzz;

import io.graphkernel.processor.fuzz.SeedMethod.Kind;
import io.graphkernel.processor.fuzz.SeedMethod.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Mutation of a seed method: one to three sites exchanged. */
final class Mutator {

    private static final List<String> FLAGS = List.of(
            "--opt_level=0",
            "--opt_level=1",
            "--opt_level=3",
            "--enable_debug_mode",
            "--opt_level=3 --dump_as_text",
            "--enable_stitch_fusion --enable_parallel_fusion");
    private static final List<String> DTYPES =
            List.of("f32", "f32", "f32", "f64", "f16", "bf16", "i8", "u8", "i32", "i64", "bool");
    private static final List<String> DIMS = List.of(
            "n",
            "n",
            "m",
            "d",
            "1",
            "4",
            "8",
            "12",
            "64",
            "0",
            "1024",
            "2*n",
            "64*h",
            "n + m",
            "n*m",
            "floorDiv(n, 2)",
            "65536",
            "4611686018427387904",
            "n - 1",
            "min(n, m)",
            "281474976710656");

    private final OpMethods ops;
    private final Random random;
    private final Expressions expressions;

    Mutator(OpMethods ops, long seed) {
        this.ops = ops;
        this.random = new Random(seed);
        this.expressions = new Expressions(ops, random);
    }

    /** Returns the text of a method that differs from the seed. */
    String mutate(SeedMethod seed) {
        List<Site> changed = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < 4 * count && changed.size() < count; i++) {
            Site site = expressions.one(seed.sites());
            if (changed.stream().noneMatch(site::overlaps)) {
                changed.add(site);
            }
        }
        changed.sort(Comparator.comparingInt(Site::begin).reversed());
        String text = seed.text();
        for (Site site : changed) {
            String before = text.substring(site.begin(), site.end());
            text = text.substring(0, site.begin()) + exchanged(seed, site, before) + text.substring(site.end());
        }
        return expressions.chance(15)
                ? text.replaceFirst(
                        "@GraphKernel(\\([^)]*\\))?", "@GraphKernel(flags = \"" + expressions.one(FLAGS) + "\")")
                : text;
    }

    private String exchanged(SeedMethod seed, Site site, String before) {
        return switch (site.kind()) {
            case EXPRESSION -> expression(seed, site, before);
            case LITERAL -> expressions.of(site.type(), List.of(), before, 0);
            case OP_NAME -> opName(site, before);
            case STATEMENT -> statement(site, before);
            case TENSOR_TYPE -> tensorType(before);
        };
    }

    private String expression(SeedMethod seed, Site site, String before) {
        if (expressions.chance(25)) {
            // Another expression of the method, often one that is out of scope here.
            List<Site> alike = seed.sites().stream()
                    .filter(other -> other.kind() == Kind.EXPRESSION
                            && other.type().equals(site.type())
                            && site.visible().containsAll(other.visible()))
                    .toList();
            Site other = expressions.one(alike);
            return seed.text().substring(other.begin(), other.end());
        }
        return expressions.of(site.type(), site.visible(), before, 1 + random.nextInt(3));
    }

    private String opName(Site site, String before) {
        List<String> names = ops.named(site.type());
        return names.isEmpty() ? before : "Ops." + expressions.one(names);
    }

    private String statement(Site site, String before) {
        boolean declares = site.type().equals("VARIABLE");
        return switch (random.nextInt(declares ? 2 : 4)) {
            case 0 -> declares ? before : before + " " + before;
            case 1 -> before + " if (1 > 2) { " + (declares ? "" : before) + " }";
            case 2 ->
                "for (int turn = 0; turn < " + expressions.one(List.of("0", "1", "3", "17", "999", "100000"))
                        + "; turn++) { " + before + " }";
            default -> "";
        };
    }

    private String tensorType(String before) {
        if (expressions.chance(60)) {
            int bracket = before.indexOf('[');
            boolean dtypeOnly = expressions.chance(50) && bracket > 0;
            if (dtypeOnly) {
                return "\"" + expressions.one(DTYPES) + before.substring(bracket);
            }
            List<String> words = new ArrayList<>(
                    List.of(before.substring(bracket + 1, Math.max(bracket + 1, before.lastIndexOf(']')))
                            .split(",\\s*")));
            words.set(random.nextInt(words.size()), expressions.one(DIMS));
            return before.substring(0, bracket + 1) + String.join(", ", words) + "]\"";
        }
        List<String> dims = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            dims.add(expressions.one(DIMS));
        }
        return "\"" + expressions.one(DTYPES) + "[" + (expressions.chance(10) ? "..." : String.join(", ", dims))
                + "]\"";
    }
}
