package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.internal.foreign.BufferMemory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of all public methods, found by reflection so that new ones are included. */
@DisplayName("D5: null for any parameter of a public method is named")
class NullArgumentsTest {
    private static final Class<?>[] CLASSES = {
        Tensor.class,
        TensorScope.class,
        Device.class,
        io.graphkernel.runtime.Stream.class,
        Event.class,
        LaunchGraph.class
    };

    static Stream<Arguments> parameters() {
        return Arrays.stream(CLASSES)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .flatMap(method -> IntStream.range(0, method.getParameterCount())
                        .filter(i -> !method.getParameterTypes()[i].isPrimitive())
                        .mapToObj(i -> Arguments.of(method, i)));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void nullArgument_isNamed(Method method, int index) throws Throwable {
        Map<Class<?>, Object> values = values();
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> {
                    assertThat(values).as("a value for the walk").containsKey(type);
                    return values.get(type);
                })
                .toArray();
        arguments[index] = null;
        try (TensorScope scope = TensorScope.open()) {
            Object self =
                    method.getDeclaringClass() == TensorScope.class ? scope : values.get(method.getDeclaringClass());
            Throwable thrown = thrownBy(() -> method.invoke(self, arguments));
            assertThat(thrown).isInstanceOf(NullTensorException.class).hasMessageContaining("argument is null: ");
        }
    }

    private static Throwable thrownBy(Executable call) throws Throwable {
        try {
            call.execute();
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private static Map<Class<?>, Object> values() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        io.graphkernel.runtime.Stream stream = io.graphkernel.runtime.Stream.open(Device.cpu());
        Map<Class<?>, Object> values = new HashMap<>();
        values.put(Tensor.class, Tensor.zeros(DType.I32, 2));
        values.put(Device.class, Device.cpu());
        values.put(io.graphkernel.runtime.Stream.class, stream);
        values.put(Event.class, stream.record());
        values.put(Runnable.class, (Runnable) () -> {});
        values.put(String.class, "cpu");
        values.put(DType.class, DType.F16);
        values.put(long[].class, new long[] {2});
        values.put(float[].class, new float[2]);
        values.put(double[].class, new double[2]);
        values.put(int[].class, new int[2]);
        values.put(short[].class, new short[2]);
        values.put(byte[].class, new byte[2]);
        values.put(boolean[].class, new boolean[2]);
        values.put(ByteBuffer.class, bytes);
        values.put(FloatBuffer.class, bytes.asFloatBuffer());
        values.put(DoubleBuffer.class, bytes.asDoubleBuffer());
        values.put(IntBuffer.class, bytes.asIntBuffer());
        values.put(LongBuffer.class, bytes.asLongBuffer());
        values.put(ShortBuffer.class, bytes.asShortBuffer());
        values.put(Pointer.class, new FloatPointer(2));
        values.put(Object.class, bytes);
        values.put(ForeignMemory.class, BufferMemory.of(bytes, DType.F32, new long[] {2}));
        values.put(long.class, 1L);
        values.put(int.class, 0);
        values.put(float.class, 1f);
        values.put(double.class, 1.0);
        return values;
    }
}
