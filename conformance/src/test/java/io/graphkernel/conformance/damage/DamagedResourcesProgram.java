package io.graphkernel.conformance.damage;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Calls the methods of a kernel class once for each damage, each time with a class loader of its own. */
final class DamagedResourcesProgram {

    private static final String[] METHODS = {"scaled", "normed", "columns", "interpreted"};

    /** Held here: a logger without a holder loses its handlers. */
    private static final Logger LOGGER = Logger.getLogger("io.graphkernel");

    private static int warnings;

    private final Map<String, byte[]> resources;
    private final Map<String, float[]> expected;
    private int right;
    private int rejected;

    private DamagedResourcesProgram(Map<String, byte[]> resources) throws ReflectiveOperationException {
        this.resources = resources;
        this.expected = results(resources);
    }

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        LOGGER.addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                warnings += record.getLevel().intValue() >= Level.WARNING.intValue() ? 1 : 0;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        DamagedResourcesProgram program = new DamagedResourcesProgram(read(Path.of(arguments[0])));
        if (warnings > 0) {
            throw new IllegalStateException("the undamaged class has " + warnings + " warnings");
        }
        program.requireDefinition();
        program.damage(new Random(Long.parseLong(arguments[1])), Integer.parseInt(arguments[2]));
        System.out.println(program.right + " right, " + program.rejected + " rejected");
    }

    private static Map<String, byte[]> read(Path classes) throws IOException {
        Map<String, byte[]> resources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                if (name.startsWith("damaged/") || name.startsWith("META-INF/")) {
                    resources.put(name, Files.readAllBytes(file));
                }
            }
        }
        return resources;
    }

    /** One result by Java's own numbers; the others are compared with those of the undamaged class. */
    private void requireDefinition() {
        float[] x = elements();
        float[] row = {3, -0.125f, 0, 1.5f};
        for (int i = 0; i < x.length; i++) {
            double scaled = (double) x[i] * row[i % 4] + 1;
            if (Math.abs(expected.get("scaled")[i] - scaled) > 1e-5) {
                throw new IllegalStateException("scaled gives " + Arrays.toString(expected.get("scaled")));
            }
        }
    }

    private void damage(Random random, int flips) throws ReflectiveOperationException {
        for (Map.Entry<String, byte[]> entry : resources.entrySet()) {
            String name = entry.getKey();
            byte[] content = entry.getValue();
            if (name.endsWith(".class") || content.length == 0) {
                continue;
            }
            if (TestTier.isExhaustive() && flips > 1000 && name.endsWith("manifest.properties")) {
                for (long bit = 0; bit < 8L * content.length; bit++) {
                    check(Damage.flip(name, content, bit));
                }
            } else {
                for (int i = 0; i < flips; i++) {
                    check(Damage.flip(name, content, random));
                }
            }
            for (int length : new int[] {0, 1, content.length / 2, content.length - 1}) {
                check(Damage.cut(name, content, length));
            }
        }
        if (rejected == 0) {
            throw new IllegalStateException("no damage was found");
        }
    }

    private void check(Damage.Case damage) throws ReflectiveOperationException {
        Map<String, byte[]> damaged = new HashMap<>(resources);
        damaged.put(damage.resource(), damage.content());
        warnings = 0;
        Map<String, float[]> results;
        // Names what a crash would hide.
        System.out.println(damage.text());
        try {
            results = results(damaged);
        } catch (GraphKernelException e) {
            rejected++;
            return;
        }
        if (warnings > 0) {
            throw new IllegalStateException(damage.text() + " changes the target");
        }
        results.forEach((method, elements) -> {
            if (!Arrays.equals(elements, expected.get(method))) {
                throw new IllegalStateException(damage.text() + ": " + method + " gives " + Arrays.toString(elements)
                        + ", not " + Arrays.toString(expected.get(method)));
            }
        });
        right++;
    }

    private static Map<String, float[]> results(Map<String, byte[]> resources) throws ReflectiveOperationException {
        Class<?> kernels = new ResourceLoader("damaged.", resources).loadClass("damaged.TablesKernels");
        Map<String, float[]> results = new LinkedHashMap<>();
        try (Tensor host = Tensor.of(elements(), 5, 4);
                Tensor x = host.to(Device.defaultDevice())) {
            for (String method : METHODS) {
                try (Tensor result =
                        (Tensor) kernels.getMethod(method, Tensor.class).invoke(null, x)) {
                    results.put(method, result.toFloatArray());
                }
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof GraphKernelException refusal) {
                throw refusal;
            }
            throw e;
        }
        return results;
    }

    private static float[] elements() {
        float[] elements = new float[20];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i * 37 % 19 - 9) / 7f;
        }
        return elements;
    }
}
