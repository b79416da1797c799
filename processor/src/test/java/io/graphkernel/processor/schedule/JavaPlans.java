package io.graphkernel.processor.schedule;

import io.graphkernel.processor.RuntimeClasses;
import io.graphkernel.processor.emit.jvm.JvmEmitter;
import io.graphkernel.testing.SharedFileManager;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Plans as kernels in Java, compiled against the runtime. */
final class JavaPlans {

    private static final String NAME = "Plans" + JvmEmitter.SUFFIX;

    private final Object kernels;
    private final Method run;

    JavaPlans(List<Plan> plans, Path directory) throws IOException {
        Path source = Files.writeString(
                directory.resolve(NAME + ".java"), JvmEmitter.emit("", "Plans", KernelTable.of(plans)));
        compile(source, directory);
        try {
            URLClassLoader loader = new URLClassLoader(classPath(directory), ClassLoader.getPlatformClassLoader());
            Constructor<?> constructor = loader.loadClass(NAME).getDeclaredConstructor();
            constructor.setAccessible(true);
            kernels = constructor.newInstance();
            run = loader.loadClass("io.graphkernel.runtime.generated.jvm.RangeFunction")
                    .getMethod("run", long.class, long.class, long.class, long.class, long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static URL[] classPath(Path directory) throws IOException {
        List<URL> path = new ArrayList<>(List.of(directory.toUri().toURL()));
        for (String entry : RuntimeClasses.classPath().split(File.pathSeparator)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        return path.toArray(URL[]::new);
    }

    private static void compile(Path source, Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of("-d", directory.toString(), "-proc:none", "-cp", RuntimeClasses.classPath());
        StandardJavaFileManager files = SharedFileManager.current();
        Boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                .call();
        if (!compiled) {
            throw new AssertionError(messages);
        }
    }

    /** Runs a function by its index in the kernel table. */
    void call(int function, long slots, long begin, long end, long scratch) {
        try {
            run.invoke(kernels, (long) function, slots, begin, end, scratch);
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
