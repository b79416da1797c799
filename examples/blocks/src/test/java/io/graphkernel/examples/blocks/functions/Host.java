package io.graphkernel.examples.blocks.functions;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.stream.Stream;

/** Host targets of the kernels in this package: native code, and Java. */
enum Host {
    CPU,
    JVM;

    private static final String DEVICE = "graphkernel.device";

    /** Calls of kernels. */
    public interface Program {

        /**
         * Returns arrays that kernels compute.
         *
         * @param operands elements of tensors
         */
        double[][] run(double[]... operands);
    }

    /**
     * Runs a program with the kernels of this target, in a class loader of its own: the first call of a kernel selects
     * its target.
     *
     * @param kernels class with kernels that the program calls
     * @param program class with a constructor without parameters
     * @param operands operands of the program
     * @return its results
     */
    double[][] run(Class<?> kernels, Class<? extends Program> program, double[]... operands) {
        String before = System.getProperty(DEVICE);
        System.setProperty(DEVICE, this == JVM ? "jvm" : "cpu");
        try (IsolatedLoader loader = new IsolatedLoader(kernels, program);
                TensorScope scope = TensorScope.open()) {
            Constructor<? extends Program> constructor = loader.loadClass(program.getName())
                    .asSubclass(Program.class)
                    .getDeclaredConstructor();
            constructor.setAccessible(true);
            double[][] results = constructor.newInstance().run(operands);
            assertThat(loader.isLoaded(kernels.getName() + "KernelsJvm"))
                    .as("Java kernels of %s on %s", kernels.getSimpleName(), this)
                    .isEqualTo(this == JVM);
            return results;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (before == null) {
                System.clearProperty(DEVICE);
            } else {
                System.setProperty(DEVICE, before);
            }
        }
    }

    /** Loader with classes of its own for this package, except the interface of programs. */
    private static final class IsolatedLoader extends URLClassLoader {
        private static final String PREFIX = Host.class.getPackageName() + ".";

        IsolatedLoader(Class<?>... types) {
            super(
                    Stream.of(types)
                            .map(type ->
                                    type.getProtectionDomain().getCodeSource().getLocation())
                            .toArray(URL[]::new),
                    Host.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(PREFIX) || name.equals(Program.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }

        boolean isLoaded(String name) {
            return findLoadedClass(name) != null;
        }
    }
}
