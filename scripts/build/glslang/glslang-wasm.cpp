// glslang as a WebAssembly module of plain functions: GLSL in, SPIR-V and a log out. No files, no clock, no environment. The host answers
// #include; all arguments and results are in memory from `allocate`. One compile at a time.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "SPIRV/GlslangToSpv.h"
#include "SPIRV/Logger.h"
#include "glslang/Public/ResourceLimits.h"
#include "glslang/Public/ShaderLang.h"

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

// Asks the host for a file. It calls `include_answer` before it returns 1, or returns 0 where there is none.
extern "C" __attribute__((import_module("assetc"), import_name("include"))) int host_include(
    const char* name, int nameBytes, const char* includer, int includerBytes, int depth);

namespace {

std::string answeredName;
std::string answeredText;
std::vector<unsigned int> words;
std::string messages;

class HostIncluder final : public glslang::TShader::Includer {
    struct Held {
        std::string text;
    };

    IncludeResult* ask(const char* name, const char* includer, size_t depth) {
        if (!host_include(name, int(strlen(name)), includer, int(strlen(includer)), int(depth))) return nullptr;
        Held* held = new Held{std::move(answeredText)};
        return new IncludeResult(answeredName, held->text.data(), held->text.size(), held);
    }

public:
    IncludeResult* includeLocal(const char* name, const char* includer, size_t depth) override {
        return ask(name, includer, depth);
    }
    // A quoted name that was not found locally comes here a second time: the host's answer covers both.
    IncludeResult* includeSystem(const char* name, const char* includer, size_t depth) override {
        return ask(name, includer, depth);
    }
    void releaseInclude(IncludeResult* result) override {
        if (result == nullptr) return;
        delete static_cast<Held*>(result->userData);
        delete result;
    }
};

struct Target {
    glslang::EShTargetClientVersion client;
    glslang::EShTargetLanguageVersion language;
};

// Vulkan 1.0 to 1.3 with the SPIR-V that each must take.
Target targetOf(int vulkanMinor) {
    switch (vulkanMinor) {
    case 0: return {glslang::EShTargetVulkan_1_0, glslang::EShTargetSpv_1_0};
    case 1: return {glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3};
    case 2: return {glslang::EShTargetVulkan_1_2, glslang::EShTargetSpv_1_5};
    default: return {glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6};
    }
}

bool compile(EShLanguage stage, int vulkanMinor, const char* name, const char* text, int textBytes, const char* preamble) {
    glslang::TShader shader(stage);
    const Target target = targetOf(vulkanMinor);
    shader.setStringsWithLengthsAndNames(&text, &textBytes, &name, 1);
    shader.setPreamble(preamble);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, target.client);
    shader.setEnvTarget(glslang::EShTargetSpv, target.language);
    const EShMessages rules = EShMessages(EShMsgSpvRules | EShMsgVulkanRules | EShMsgDisplayErrorColumn);
    HostIncluder includer;
    const bool parsed = shader.parse(GetDefaultResources(), 100, ENoProfile, false, false, rules, includer);
    messages += shader.getInfoLog();
    if (!parsed) return false;
    glslang::TProgram program;
    program.addShader(&shader);
    const bool linked = program.link(rules);
    messages += program.getInfoLog();
    if (!linked) return false;
    spv::SpvBuildLogger logger;
    glslang::SpvOptions options;
    glslang::GlslangToSpv(*program.getIntermediate(stage), words, &logger, &options);
    messages += logger.getAllMessages();
    return !words.empty();
}

}  // namespace

EXPORT("allocate") void* allocate(int bytes) { return malloc(size_t(bytes)); }
EXPORT("release") void release(void* memory) { free(memory); }

EXPORT("include_answer")
void include_answer(const char* name, int nameBytes, const char* text, int textBytes) {
    answeredName.assign(name, size_t(nameBytes));
    answeredText.assign(text, size_t(textBytes));
}

// 1: SPIR-V is there. 0: the log says why not. Names and preamble end with a zero, the text need not.
EXPORT("compile")
int compile_glsl(int stage, int vulkanMinor, const char* name, const char* text, int textBytes, const char* preamble) {
    static const bool ready = glslang::InitializeProcess();
    words.clear();
    messages.clear();
    return ready && compile(EShLanguage(stage), vulkanMinor, name, text, textBytes, preamble) ? 1 : 0;
}

EXPORT("spirv") const unsigned int* spirv() { return words.data(); }
EXPORT("spirv_bytes") int spirv_bytes() { return int(words.size() * 4); }
EXPORT("log") const char* log_text() { return messages.data(); }
EXPORT("log_bytes") int log_bytes() { return int(messages.size()); }
