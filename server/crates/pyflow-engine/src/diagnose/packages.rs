//! The packages that modules come in, where they have another name. Source: the packages' own pages on PyPI.

/// Modules whose package has another name on PyPI: module, distribution.
const DISTRIBUTIONS: &[(&str, &str)] = &[
    ("cv2", "opencv-python"),
    ("PIL", "pillow"),
    ("yaml", "PyYAML"),
    ("sklearn", "scikit-learn"),
    ("skimage", "scikit-image"),
    ("bs4", "beautifulsoup4"),
    ("dotenv", "python-dotenv"),
    ("dateutil", "python-dateutil"),
    ("serial", "pyserial"),
    ("usb", "pyusb"),
    ("Crypto", "pycryptodome"),
    ("Cryptodome", "pycryptodomex"),
    ("jwt", "PyJWT"),
    ("jose", "python-jose"),
    ("OpenSSL", "pyOpenSSL"),
    ("MySQLdb", "mysqlclient"),
    ("mysql", "mysql-connector-python"),
    ("psycopg2", "psycopg2-binary"),
    ("docx", "python-docx"),
    ("pptx", "python-pptx"),
    ("fitz", "PyMuPDF"),
    ("magic", "python-magic"),
    ("git", "GitPython"),
    ("github", "PyGithub"),
    ("gitlab", "python-gitlab"),
    ("slugify", "python-slugify"),
    ("telegram", "python-telegram-bot"),
    ("discord", "discord.py"),
    ("nacl", "PyNaCl"),
    ("zmq", "pyzmq"),
    ("attr", "attrs"),
    ("Levenshtein", "python-Levenshtein"),
    ("wx", "wxPython"),
    ("gi", "PyGObject"),
    ("OpenGL", "PyOpenGL"),
    ("ldap", "python-ldap"),
    ("win32api", "pywin32"),
    ("win32com", "pywin32"),
    ("win32con", "pywin32"),
    ("pythoncom", "pywin32"),
    ("google.protobuf", "protobuf"),
    ("google.cloud.storage", "google-cloud-storage"),
    ("googleapiclient", "google-api-python-client"),
    ("flask_sqlalchemy", "Flask-SQLAlchemy"),
    ("flask_cors", "Flask-Cors"),
    ("rest_framework", "djangorestframework"),
    ("corsheaders", "django-cors-headers"),
    ("environ", "django-environ"),
    ("decouple", "python-decouple"),
    ("markdown", "Markdown"),
    ("jinja2", "Jinja2"),
    ("sqlalchemy", "SQLAlchemy"),
    ("Bio", "biopython"),
    ("Xlib", "python-xlib"),
    ("pkg_resources", "setuptools"),
    ("distutils", "setuptools"),
    ("mpl_toolkits", "matplotlib"),
    ("community", "python-louvain"),
    ("faiss", "faiss-cpu"),
    ("umap", "umap-learn"),
    ("imblearn", "imbalanced-learn"),
    ("speech_recognition", "SpeechRecognition"),
    ("socks", "PySocks"),
    ("unidecode", "Unidecode"),
    ("stdnum", "python-stdnum"),
    ("multipart", "python-multipart"),
    ("websocket", "websocket-client"),
    ("memcache", "python-memcached"),
    ("snappy", "python-snappy"),
    ("kafka", "kafka-python"),
    ("consul", "python-consul"),
    ("nmap", "python-nmap"),
    ("vlc", "python-vlc"),
    ("barcode", "python-barcode"),
    ("airflow", "apache-airflow"),
    ("ruamel", "ruamel.yaml"),
    ("tlz", "toolz"),
    ("past", "future"),
    ("pylab", "matplotlib"),
    ("_cffi_backend", "cffi"),
    ("charset_normalizer", "charset-normalizer"),
    ("async_timeout", "async-timeout"),
    ("prompt_toolkit", "prompt-toolkit"),
    ("typing_extensions", "typing-extensions"),
    ("more_itertools", "more-itertools"),
    ("sentence_transformers", "sentence-transformers"),
    ("pytest_asyncio", "pytest-asyncio"),
    ("dns", "dnspython"),
    ("engineio", "python-engineio"),
    ("socketio", "python-socketio"),
    ("pywintypes", "pywin32"),
    ("cairo", "pycairo"),
    ("fontTools", "fonttools"),
    ("odf", "odfpy"),
    ("pyaudio", "PyAudio"),
    ("hydra", "hydra-core"),
    ("pl_bolts", "lightning-bolts"),
    ("Image", "pillow"),
    ("ImageFont", "pillow"),
];

/// The distribution that a module comes in, where it has another name.
pub fn distribution(module: &str) -> Option<&'static str> {
    let mut name = module;
    loop {
        if let Some(found) =
            DISTRIBUTIONS.iter().find(|(module, _)| *module == name).map(|(_, package)| *package)
        {
            return Some(found);
        }
        name = name.rsplit_once('.')?.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_and_its_submodules_have_their_distribution() {
        assert_eq!(distribution("sklearn.linear_model"), Some("scikit-learn"));
        assert_eq!(distribution("requests"), None);
    }
}
