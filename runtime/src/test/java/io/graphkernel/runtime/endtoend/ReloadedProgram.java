package io.graphkernel.runtime.endtoend;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs kernels in a class loader that is closed afterwards, as a server does with an application, and waits until the garbage
 * collector frees it. The argument {@code all} loads the runtime in it, too, {@code kernels} only the kernels.
 */
public final class ReloadedProgram {
    private static final long MAX_WAIT_NANOS = 20_000_000_000L;

    private ReloadedProgram() {}

    public static void main(String[] arguments) throws Exception {
        boolean complete = arguments[0].equals("all");
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            loaders.add(run(complete));
        }
        long end = System.nanoTime() + MAX_WAIT_NANOS;
        while (loaders.stream().anyMatch(loader -> loader.get() != null) && System.nanoTime() < end) {
            System.gc();
            Thread.sleep(50);
        }
        System.out.println(
                loaders.stream().filter(loader -> loader.get() != null).count() + " loaders are left");
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(?i).*(graphkernel|javacpp|cleaner-).*"))
                .sorted()
                .forEach(name -> System.out.println("thread " + name));
    }

    private static WeakReference<ClassLoader> run(boolean complete) throws Exception {
        try (URLClassLoader loader = new Loader(complete)) {
            Class<?> calls = loader.loadClass(ReloadedCalls.class.getName());
            if (calls.getClassLoader() != loader) {
                throw new AssertionError("the loader has not loaded " + calls);
            }
            calls.getMethod("run").invoke(null);
            return new WeakReference<>(loader);
        }
    }

    /** Loads classes itself: all, or those of the kernels alone. */
    private static final class Loader extends URLClassLoader {
        private final boolean complete;

        Loader(boolean complete) throws MalformedURLException {
            super(urls(), ReloadedProgram.class.getClassLoader());
            this.complete = complete;
        }

        private static URL[] urls() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(new File(path).toURI().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = complete
                    ? name.startsWith("io.graphkernel.") || name.startsWith("org.bytedeco.")
                    : name.startsWith(ReloadedCalls.class.getName()) || name.startsWith(FullKernels.class.getName());
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && own) {
                    loaded = findClass(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
