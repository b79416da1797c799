package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.DataType;
import io.graphkernel.processor.frontend.kernel.ModelClass.Adapter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.lang.model.element.Modifier;

/** Emitter of the methods of a model's stub that create low-rank adapters and merge them into weights. */
final class AdapterCode {

    /** Ratio of the number of inputs to the inverse variance of A, as for the uniform distribution of PEFT. */
    private static final double INVERSE_VARIANCE_PER_INPUT = 3;

    private final ClassName record;
    private final List<Adapter> adapters;

    /**
     * Creates the emitter of one model.
     *
     * @param record generated record of the adapters
     * @param adapters adapters, in the order of the record
     */
    AdapterCode(ClassName record, List<Adapter> adapters) {
        this.record = record;
        this.adapters = adapters;
    }

    void addTo(TypeSpec.Builder type) {
        type.addMethod(initial());
        if (adapters.stream().allMatch(adapter -> adapter.dtype().isPresent())) {
            type.addMethod(merged());
        }
    }

    /** Returns the method of the record with the factors of the products. */
    MethodSpec scales() {
        TypeName byModule =
                ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(String.class), TypeName.DOUBLE.box());
        MethodSpec.Builder method = MethodSpec.methodBuilder("scales")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(byModule)
                .addJavadoc("The scale of each adapter by the name of its module.\n")
                .addStatement("final $T scales = new $T<>()", byModule, LinkedHashMap.class);
        adapters.forEach(adapter -> method.addStatement("scales.put($S, $L)", adapter.module(), adapter.scale()));
        return method.addStatement("return scales").build();
    }

    private MethodSpec initial() {
        List<CodeBlock> arguments = new ArrayList<>();
        for (int i = 0; i < adapters.size(); i++) {
            Adapter adapter = adapters.get(i);
            arguments.add(CodeBlock.of(
                    "$T.normal(0, $L, seed, $LL, $LL, $LL)",
                    RuntimeTypes.OPS,
                    1 / Math.sqrt(INVERSE_VARIANCE_PER_INPUT * adapter.inputs()),
                    i,
                    adapter.rank(),
                    adapter.inputs()));
            arguments.add(CodeBlock.of("$T.zeros($LL, $LL)", RuntimeTypes.TENSOR, adapter.outputs(), adapter.rank()));
        }
        return MethodSpec.methodBuilder("adapters")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(record)
                .addParameter(long.class, "seed")
                .addJavadoc("New adapters, which do not change the results yet: each A is normal with the variance "
                        + "1 / (3 · inputs), each B is zero.\n")
                .addStatement("return new $T($L)", record, CodeBlock.join(arguments, ",\n"))
                .build();
    }

    private MethodSpec merged() {
        List<CodeBlock> names = adapters.stream()
                .map(adapter -> CodeBlock.of("$S", adapter.weight()))
                .toList();
        MethodSpec.Builder method = MethodSpec.methodBuilder("merged")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(ModelCode.BY_NAME)
                .addParameter(record, "adapters")
                .addJavadoc("New tensors with the sum of each weight and its adapter, by the names of the model.\n")
                .addStatement("final $T byName = LIBRARY.weights($L)", ModelCode.BY_NAME, CodeBlock.join(names, ",\n"))
                .beginControlFlow("try ($T scope = $T.open())", RuntimeTypes.TENSOR_SCOPE, RuntimeTypes.TENSOR_SCOPE);
        for (Adapter adapter : adapters) {
            method.addStatement("byName.put($S, scope.keep($L))", adapter.weight(), sum(adapter));
        }
        return method.endControlFlow().addStatement("return byName").build();
    }

    /** Returns the sum of a weight and its adapter: both matrices are transposed for a weight [inputs, outputs]. */
    private static CodeBlock sum(Adapter adapter) {
        CodeBlock change = adapter.isTransposed()
                ? CodeBlock.of("$T.matMul(adapters.$N(), adapters.$N())", RuntimeTypes.OPS, adapter.b(), adapter.a())
                : CodeBlock.of(
                        "$T.matMul(adapters.$N(), adapters.$N(), true, true)",
                        RuntimeTypes.OPS,
                        adapter.a(),
                        adapter.b());
        CodeBlock scaled = CodeBlock.of("$T.mul($L, $L)", RuntimeTypes.OPS, change, adapter.scale());
        CodeBlock weight = CodeBlock.of("byName.get($S)", adapter.weight());
        DataType dtype = adapter.dtype().orElseThrow();
        if (dtype == DataType.F32) {
            return CodeBlock.of("$T.add($L, $L)", RuntimeTypes.OPS, weight, scaled);
        }
        return CodeBlock.of(
                "$1T.cast($1T.add($1T.cast($2L, $3T.F32), $4L), $3T.$5L)",
                RuntimeTypes.OPS,
                weight,
                RuntimeTypes.DTYPE,
                scaled,
                dtype.text().toUpperCase(Locale.ROOT));
    }
}
