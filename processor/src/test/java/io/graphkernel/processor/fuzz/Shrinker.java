package io.graphkernel.processor.fuzz;

import com.sun.source.util.JavacTask;
import io.graphkernel.processor.fuzz.SeedMethod.Kind;
import io.graphkernel.processor.fuzz.SeedMethod.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Shrinker of failing mutants: removes code as long as the mutant fails. */
final class Shrinker {

    private static final int MAX_TRIES = 150;
    private static final String NAME = "Shrunk";

    private final MutantCompiler compiler;
    private final boolean stubs;
    private int tries;

    Shrinker(MutantCompiler compiler, boolean stubs) {
        this.compiler = compiler;
        this.stubs = stubs;
    }

    /** Returns the smallest failing text of a method that was found. */
    String shrink(SeedMethod seed, String method) throws IOException {
        String smallest = method;
        boolean smaller = fails(seed, method);
        while (smaller && tries < MAX_TRIES) {
            smaller = false;
            for (String candidate : candidates(seed, smallest)) {
                if (!smaller && tries < MAX_TRIES && candidate.length() < smallest.length() && fails(seed, candidate)) {
                    smallest = candidate;
                    smaller = true;
                }
            }
        }
        return smallest;
    }

    private boolean fails(SeedMethod seed, String method) {
        tries++;
        return !compiler.compile(Map.of(NAME, seed.file(NAME, method)), stubs)
                .failures()
                .isEmpty();
    }

    /**
     * Returns texts without a statement, or with a subexpression or a variable in place of an expression, the largest reduction
     * first.
     */
    private List<String> candidates(SeedMethod seed, String method) throws IOException {
        JavacTask task = compiler.parsed(List.of(MemoryFiles.source(NAME, seed.file(NAME, method))));
        List<String> candidates = new ArrayList<>();
        for (SeedMethod parsed : Seeds.of(task)) {
            for (Site site : parsed.sites()) {
                if (site.kind() == Kind.STATEMENT) {
                    candidates.add(replaced(parsed, site, ""));
                } else if (site.kind() == Kind.EXPRESSION) {
                    site.visible().stream()
                            .filter(variable -> variable.type().equals(site.type()))
                            .forEach(variable -> candidates.add(replaced(parsed, site, variable.name())));
                    parsed.sites().stream()
                            .filter(inner -> inner.kind() == Kind.EXPRESSION
                                    && inner.type().equals(site.type())
                                    && inner.begin() >= site.begin()
                                    && inner.end() <= site.end())
                            .forEach(inner -> candidates.add(
                                    replaced(parsed, site, parsed.text().substring(inner.begin(), inner.end()))));
                }
            }
        }
        candidates.sort(Comparator.comparingInt(String::length));
        return candidates;
    }

    private static String replaced(SeedMethod parsed, Site site, String text) {
        return parsed.text().substring(0, site.begin()) + text + parsed.text().substring(site.end());
    }
}
