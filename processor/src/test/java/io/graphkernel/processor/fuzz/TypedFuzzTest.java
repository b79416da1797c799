package io.graphkernel.processor.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import io.graphkernel.processor.FuzzBackEnd;
import io.graphkernel.processor.RuntimeClasses;
import io.graphkernel.processor.fuzz.MutantCompiler.Outcome;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fuzz test of mutants. {@code -Dfuzz.mutants=20000} is their number;
 * {@code -Dfuzz.seed=7} is the seed.
 */
@Tag("sampled")
class TypedFuzzTest {

    private static final int MUTANTS = Integer.getInteger("fuzz.mutants", TestTier.select(60, 300, 20_000));
    private static final long SEED = Long.getLong("fuzz.seed", 14);
    private static final int BATCH = 40;
    /** Interval of the batches that run all stages. */
    private static final int EVERY_STUB = 4;

    /** Maximum number of failures shrunk per batch; further ones have the same cause. */
    private static final int MAX_SHRUNK = 2;

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final List<Path> SEEDS = List.of(
            BASE.resolve("src/test/resources/frontend"),
            BASE.resolve("../examples/blocks/src/main/java/io/graphkernel/examples/blocks"),
            BASE.resolve("../examples/quickstart/src/main/java/io/graphkernel/examples/quickstart"));

    @TempDir
    Path directory;

    @Test
    @DisplayName("D1, D2: no program that javac accepts ends in an internal error, an exception, or not at all")
    void mutants_compileOrGetAMessage() throws IOException {
        List<JavaFileObject> sources = sources();
        Path library = Files.createDirectory(directory.resolve("library"));
        compileSeeds(sources, library);
        List<String> failures = new ArrayList<>();
        int javacs = 0;
        int rejected = 0;
        try (MutantCompiler compiler = new MutantCompiler(library, directory.resolve("reports"))) {
            JavacTask task = compiler.parsed(sources);
            List<SeedMethod> seeds = Seeds.of(task);
            assertThat(seeds).hasSizeGreaterThan(50);
            Mutator mutator = new Mutator(new OpMethods(task.getElements()), SEED);
            Random random = new Random(SEED);
            for (int done = 0; done < MUTANTS; done += BATCH) {
                Batch batch = new Batch();
                for (int i = done; i < Math.min(MUTANTS, done + BATCH); i++) {
                    SeedMethod seed = seeds.get(random.nextInt(seeds.size()));
                    batch.add("M" + i, seed, mutator.mutate(seed));
                }
                Outcome outcome = batch.run(compiler, false, failures);
                javacs += outcome.refusedByJavac().size();
                rejected += outcome.rejected().size();
                if (done / BATCH % EVERY_STUB == 0) {
                    batch.without(outcome).run(compiler, true, failures);
                }
            }
        }
        System.out.printf(
                "%d mutants of seed %d: %d rejected by javac, %d with a message, %d failures%n",
                MUTANTS, SEED, javacs, rejected, failures.size());
        assertThat(failures).isEmpty();
    }

    private static List<JavaFileObject> sources() throws IOException {
        List<JavaFileObject> sources = new ArrayList<>();
        for (Path seeds : SEEDS) {
            try (Stream<Path> files = Files.list(seeds)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    String text = Files.readString(file);
                    // A mutant extends the class and uses its names; methods that call stubs are not kernels.
                    String open = text.replaceAll("\\bfinal class", "class").replaceAll("\\bprivate ", "");
                    if (!text.contains("Kernels.") && text.contains("@GraphKernel")) {
                        sources.add(
                                MemoryFiles.source(file.getFileName().toString().replace(".java", ""), open));
                    }
                }
            }
        }
        return sources;
    }

    private static void compileSeeds(List<JavaFileObject> sources, Path library) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            List<String> options = List.of("-cp", RuntimeClasses.classPath(), "-d", library.toString());
            JavaCompiler.CompilationTask task = compiler.getTask(null, files, null, options, null, sources);
            task.setProcessors(List.of(FuzzBackEnd.processor(false, name -> {})));
            assertThat(task.call()).isTrue();
        }
    }

    /** Mutants that are compiled together. */
    private static final class Batch {

        private final Map<String, SeedMethod> seeds = new LinkedHashMap<>();
        private final Map<String, String> methods = new LinkedHashMap<>();
        private int shrunk;

        void add(String name, SeedMethod seed, String method) {
            seeds.put(name, seed);
            methods.put(name, method);
        }

        Batch without(Outcome outcome) {
            Batch rest = new Batch();
            seeds.forEach((name, seed) -> {
                boolean gone = outcome.rejected().contains(name)
                        || outcome.refusedByJavac().contains(name)
                        || outcome.failures().containsKey(name);
                if (!gone) {
                    rest.add(name, seed, methods.get(name));
                }
            });
            return rest;
        }

        private Map<String, String> sources() {
            Map<String, String> sources = new LinkedHashMap<>();
            seeds.forEach((name, seed) -> sources.put(name, seed.file(name, methods.get(name))));
            return sources;
        }

        Outcome run(MutantCompiler compiler, boolean stubs, List<String> failures) throws IOException {
            Outcome outcome = compiler.compile(sources(), stubs);
            for (Map.Entry<String, String> failure : outcome.failures().entrySet()) {
                failures.add(explained(compiler, stubs, failure.getKey(), failure.getValue()));
            }
            return outcome;
        }

        /** Returns the mutants that fail alone, for a problem without a file. */
        private List<String> culprits(MutantCompiler compiler, boolean stubs) {
            List<String> culprits = new ArrayList<>();
            sources().forEach((name, source) -> {
                if (!compiler.compile(Map.of(name, source), stubs).failures().isEmpty()) {
                    culprits.add(source);
                }
            });
            return culprits;
        }

        private String explained(MutantCompiler compiler, boolean stubs, String name, String problem)
                throws IOException {
            if (name.isEmpty()) {
                return problem + "\nin\n" + String.join("\n", culprits(compiler, stubs));
            }
            if (shrunk++ == MAX_SHRUNK) {
                return seeds.get(name).seedClass() + "\n" + problem + "\n" + methods.get(name);
            }
            String smallest = new Shrinker(compiler, stubs).shrink(seeds.get(name), methods.get(name));
            return seeds.get(name).seedClass() + "\n" + problem + "\n" + smallest;
        }
    }
}
