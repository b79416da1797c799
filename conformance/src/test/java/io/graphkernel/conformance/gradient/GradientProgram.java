package io.graphkernel.conformance.gradient;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.SavedValues;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process that calls forward and gradient stubs: the gradients in f64 are compared with central differences of the
 * method, those in f32 with those in f64, and those of other choices of saved values with both. A device
 * compares its gradients in f32 with those in f64 of the host, for each method once.
 */
public final class GradientProgram {

    private static final double STEP = 1e-6;
    private static final double OF_DIFFERENCES = 1e-6;
    private static final double OF_SINGLE = 2e-5;
    private static final double OF_OTHER_ORDER = 1e-13;

    /** Methods, and their operands: dims of tensors, with a minus if they have no gradient and b if they are bools; numbers. */
    private static final List<String> CASES = List.of(
            "broadcast 3,4 4 3,1",
            "broadcast 1,1 1 1,1",
            "broadcast 70,30 30 70,1",
            "layerNorm 3,5 5 -5 0.01",
            "layerNorm 57,8 8 -8 0.01",
            "softmaxByHand 2,3,4",
            "softmaxByHand 5",
            "perceptron 4,3 3,5 5 5,2",
            "parts 3,4 1,4",
            "positive 6 b6 6",
            "sum 2,3 2,3",
            "identity 4",
            "rowMeans 2,3,4",
            "rowMeans 4",
            "turned 3,4 0.5f 2",
            "turned 0,4 0.5f 2",
            "attention 2,2,3,4 2,2,5,4 2,2,5,4 -3,5",
            "attentionInParts 2,2,3,4 2,2,5,4 2,2,5,4 -3,5",
            "attentionAgain 2,2,3,4 2,2,5,4 2,2,5,4 -3,5",
            "dividedAttention 2,2,3,4 2,2,5,4 2,2,5,4 2f",
            "biasedAttention 2,2,3,4 2,2,5,4 2,2,5,4 3,5");

    /** Methods that are gradients: the differences of those, too, are compared with what is derived. */
    private static final List<String> SECOND_ORDER = List.of(
            "ofGelu 3,5",
            "ofSilu 3,5",
            "ofMish 3,5",
            "ofSoftplus 3,5",
            "ofSoftmax 3,5",
            "ofLogSoftmax 3,5",
            "ofPower 3,5 5",
            "ofQuotient 3,5 5",
            "ofNorm 3,5 5",
            "ofProduct 3,5 5,4",
            "ofRunningSum 3,5",
            "ofMaximum 3,5",
            "ofAttention 1,2,3,4 1,2,5,4 1,2,5,4",
            "ofPerceptron 3,4 4,6 6 6,4",
            "ofFeedForward 3,4 4 4,6 4,6 6,4");

    private GradientProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        run(CASES, "Methods", List.of("AllMethods", "InputsMethods", "MatmulsMethods"));
        // Drivers take a minute to compile these.
        if (Device.defaultDevice().isHost()) {
            run(SECOND_ORDER, "SecondOrder", List.of());
        }
    }

    /** Calls the stubs of a class and of its copies in f64, of which each saves other values. */
    private static void run(List<String> cases, String owner, List<String> savings)
            throws ReflectiveOperationException {
        boolean host = Device.defaultDevice().isHost();
        Set<String> methods = new HashSet<>();
        for (String text : cases) {
            String[] words = text.split(" ");
            if (methods.add(words[0]) || host) {
                try (TensorScope scope = TensorScope.open()) {
                    List<double[]> wide = gradients("Wide" + owner, words, DType.F64);
                    List<double[]> single = gradients(owner, words, DType.F32);
                    compare("f32 " + Arrays.toString(words), single, wide, OF_SINGLE);
                    if (host) {
                        differences("Wide" + owner, words, wide);
                        for (String saving : savings) {
                            List<double[]> other = gradients(saving, words, DType.F64);
                            compare(saving + " " + Arrays.toString(words), other, wide, OF_OTHER_ORDER);
                        }
                        onThreads(owner, words, single);
                    }
                }
            }
        }
    }

    private static void onThreads(String owner, String[] words, List<double[]> single)
            throws ReflectiveOperationException {
        for (int threads : new int[] {1, 2, 7}) {
            int before = KernelThreads.count();
            KernelThreads.setCount(threads);
            compare(threads + " threads " + Arrays.toString(words), gradients(owner, words, DType.F32), single, 0);
            KernelThreads.setCount(before);
        }
    }

    /** The gradients of the sum of result · cotangent, in the order of the parameters. */
    private static List<double[]> gradients(String owner, String[] words, DType dtype)
            throws ReflectiveOperationException {
        Class<?> stub = Class.forName("gradients." + owner + "Kernels");
        Object[] operands = operands(words, dtype);
        Method forward = method(stub, words[0] + "Forward", operands.length);
        try (AutoCloseable forwardCall = (AutoCloseable) forward.invoke(null, operands)) {
            List<Object> call = new ArrayList<>();
            call.add(component(forwardCall, "saved"));
            for (Tensor result : results(component(forwardCall, "result"))) {
                call.add(cotangent(call.size(), result));
            }
            Method gradient = method(stub, words[0] + "Gradient", call.size());
            Record gradients = (Record) gradient.invoke(null, call.toArray());
            List<double[]> elements = elements(gradients);
            into(stub, words[0], call, gradients, elements);
            again(stub, words[0], operands, call, elements);
            return elements;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sequential forward calls into given tensors, which save in the same object, give the same bits. */
    private static void again(Class<?> stub, String name, Object[] operands, List<Object> call, List<double[]> elements)
            throws ReflectiveOperationException {
        Class<?> saved = call.get(0).getClass();
        List<Object> given = new ArrayList<>(List.of(operands));
        try (AutoCloseable forward =
                (AutoCloseable) method(stub, name + "Forward", operands.length).invoke(null, operands)) {
            for (Tensor like : everyResult(component(forward, "result"))) {
                given.add(Tensor.empty(like.device(), like.dtype(), like.dimensions()));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        try (SavedValues values = (SavedValues) saved.getConstructor().newInstance()) {
            given.add(values);
            List<Object> gradientCall = new ArrayList<>(call);
            gradientCall.set(0, values);
            for (int i = 0; i < 2; i++) {
                method(stub, name + "Forward", given.size()).invoke(null, given.toArray());
                Record gradients =
                        (Record) method(stub, name + "Gradient", call.size()).invoke(null, gradientCall.toArray());
                compare(name + " again", elements(gradients), elements, 0);
            }
        }
    }

    private static List<double[]> elements(Record gradients) throws ReflectiveOperationException {
        List<double[]> elements = new ArrayList<>();
        for (RecordComponent component : gradients.getClass().getRecordComponents()) {
            elements.add(((Tensor) component.getAccessor().invoke(gradients)).toDoubleArray());
        }
        return elements;
    }

    /** The overload that writes into given tensors gives the same bits, and the one that adds gives twice as much then. */
    private static void into(Class<?> stub, String name, List<Object> call, Record gradients, List<double[]> elements)
            throws ReflectiveOperationException {
        List<Tensor> targets = new ArrayList<>();
        for (RecordComponent component : gradients.getClass().getRecordComponents()) {
            Tensor like = (Tensor) component.getAccessor().invoke(gradients);
            targets.add(Tensor.empty(like.device(), like.dtype(), like.dimensions()));
        }
        List<Object> given = new ArrayList<>(call);
        given.add(gradients.getClass().getConstructors()[0].newInstance(targets.toArray()));
        method(stub, name + "Gradient", given.size()).invoke(null, given.toArray());
        compare(name + " into", targets.stream().map(Tensor::toDoubleArray).toList(), elements, 0);
        method(stub, name + "AccumulateGradient", given.size()).invoke(null, given.toArray());
        List<double[]> twice = elements.stream()
                .map(gradient ->
                        Arrays.stream(gradient).map(tensor -> 2 * tensor).toArray())
                .toList();
        compare(name + " added", targets.stream().map(Tensor::toDoubleArray).toList(), twice, 0);
    }

    private static void differences(String owner, String[] words, List<double[]> gradients)
            throws ReflectiveOperationException {
        Object[] operands = operands(words, DType.F64);
        int next = 0;
        for (int i = 0; i < operands.length; i++) {
            String word = words[i + 1];
            if (!(operands[i] instanceof Tensor tensor) || word.startsWith("-") || word.startsWith("b")) {
                continue;
            }
            double[] derived = gradients.get(next++);
            double[] elements = tensor.toDoubleArray();
            int stride = Math.max(1, elements.length / 12);
            for (int element = 0; element < elements.length; element += stride) {
                double above = loss(owner, words, operands, i, elements, element, STEP);
                double below = loss(owner, words, operands, i, elements, element, -STEP);
                double difference = (above - below) / (2 * STEP);
                require(
                        Math.abs(difference - derived[element])
                                <= OF_DIFFERENCES * (1 + Math.abs(difference) + Math.abs(above)),
                        Arrays.toString(words) + ": parameter " + i + ", element " + element + ": " + derived[element]
                                + ", difference " + difference);
            }
        }
        require(next == gradients.size(), Arrays.toString(words) + " has " + gradients.size() + " gradients");
    }

    private static double loss(
            String owner, String[] words, Object[] operands, int changed, double[] elements, int element, double step)
            throws ReflectiveOperationException {
        double[] moved = elements.clone();
        moved[element] += step;
        Object[] call = operands.clone();
        Tensor old = (Tensor) operands[changed];
        call[changed] = Tensor.empty(old.device(), DType.F64, old.dimensions());
        ((Tensor) call[changed]).copyFrom(moved);
        Class<?> stub = Class.forName("gradients." + owner + "Kernels");
        Object result = method(stub, words[0], call.length).invoke(null, call);
        double loss = 0;
        int number = 1;
        for (Tensor tensor : results(result)) {
            double[] weights = cotangent(number++, tensor).toDoubleArray();
            double[] values = tensor.toDoubleArray();
            for (int i = 0; i < values.length; i++) {
                loss += values[i] * weights[i];
            }
        }
        return loss;
    }

    /** The results that have cotangents. */
    private static List<Tensor> results(Object result) throws ReflectiveOperationException {
        return results(result, Set.of("product"));
    }

    private static List<Tensor> everyResult(Object result) throws ReflectiveOperationException {
        return results(result, Set.of());
    }

    private static List<Tensor> results(Object result, Set<String> without) throws ReflectiveOperationException {
        if (result instanceof Tensor tensor) {
            return List.of(tensor);
        }
        List<Tensor> results = new ArrayList<>();
        for (RecordComponent component : result.getClass().getRecordComponents()) {
            if (!without.contains(component.getName())) {
                results.add((Tensor) component.getAccessor().invoke(result));
            }
        }
        return results;
    }

    private static Tensor cotangent(int number, Tensor result) {
        return tensor(result.device(), result.dtype(), number + 10, result.dimensions());
    }

    private static Object[] operands(String[] words, DType dtype) {
        List<Object> operands = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            if (word.endsWith("f")) {
                operands.add(Float.parseFloat(word));
            } else if (word.contains(".")) {
                operands.add(Double.parseDouble(word));
            } else if (words[0].equals("turned") && i == 3) {
                operands.add(Integer.parseInt(word));
            } else {
                long[] dims = Stream.of(word.replaceAll("[-b]", "").split(","))
                        .mapToLong(Long::parseLong)
                        .toArray();
                operands.add(tensor(device(dtype), word.startsWith("b") ? DType.BOOL : dtype, i, dims));
            }
        }
        return operands.toArray();
    }

    /** Kernels in f64 are compiled for the host. */
    private static Device device(DType dtype) {
        Device device = Device.defaultDevice();
        return device.isHost() || dtype == DType.F32 ? device : Device.cpu();
    }

    /** Elements between 0.5 and 1.5, the same in every dtype but for rounding. */
    private static Tensor tensor(Device device, DType dtype, int seed, long... dims) {
        long count = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        double[] elements = new double[(int) count];
        boolean[] bools = new boolean[(int) count];
        float[] floats = new float[(int) count];
        for (int i = 0; i < elements.length; i++) {
            floats[i] = 0.5f + (i * 37 + seed * 101) % 251 / 251f;
            elements[i] = floats[i];
            bools[i] = i % 3 == 1;
        }
        Tensor tensor = dtype == DType.BOOL
                ? Tensor.of(bools, dims)
                : dtype == DType.F32 ? Tensor.of(floats, dims) : Tensor.of(elements, dims);
        return tensor.device() == device ? tensor : tensor.to(device);
    }

    private static Method method(Class<?> stub, String name, int parameters) {
        return Stream.of(stub.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
                .filter(method -> Stream.of(method.getParameterTypes()).noneMatch(Class::isArray))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " with " + parameters + " parameters"));
    }

    private static Object component(Object holder, String name) throws ReflectiveOperationException {
        return holder.getClass().getMethod(name).invoke(holder);
    }

    private static void compare(String what, List<double[]> actual, List<double[]> expected, double tolerance) {
        require(actual.size() == expected.size(), what + ": " + actual.size() + " gradients");
        for (int i = 0; i < actual.size(); i++) {
            double[] a = actual.get(i);
            double[] e = expected.get(i);
            require(a.length == e.length, what + ": gradient " + i + " has " + a.length + " elements");
            double largest = Arrays.stream(e).map(Math::abs).max().orElse(0);
            for (int j = 0; j < a.length; j++) {
                require(
                        Math.abs(a[j] - e[j]) <= tolerance * (1 + largest),
                        what + ": gradient " + i + ", element " + j + " is " + a[j] + " and not " + e[j]);
            }
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
